// SPDX-License-Identifier: Apache-2.0
#pragma once
// The plain functions, not EVP: linked statically, EVP brings all providers along, which is
// 3.6 MB more program and 2 ms at the first digest. They are deprecated, and stay in OpenSSL 3.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/aes.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
