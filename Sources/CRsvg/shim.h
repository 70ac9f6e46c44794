// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <librsvg/rsvg.h>
#include <cairo.h>
#include <cairo-pdf.h>
