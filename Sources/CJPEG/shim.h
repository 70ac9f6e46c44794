// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
