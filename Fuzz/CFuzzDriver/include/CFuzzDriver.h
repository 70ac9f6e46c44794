// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <stdint.h>
/// The entry of libFuzzer, which the sanitizer's flags link in.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
