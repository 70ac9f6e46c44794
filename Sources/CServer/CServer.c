// SPDX-License-Identifier: Apache-2.0
#include "CServer.h"

#include <malloc.h>

void inkstone_share_heaps(void) { mallopt(M_ARENA_MAX, 2); }

void inkstone_trim_heaps(void) { malloc_trim(0); }
