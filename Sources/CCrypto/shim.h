// SPDX-License-Identifier: Apache-2.0
#pragma once
// Digests and ciphers by the plain functions, not EVP: linked statically, EVP brings all providers
// along, which is 3.6 MB more program and 2 ms at the first digest. They are deprecated, and stay
// in OpenSSL 3. Certificates need EVP; who makes none links none of it.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/aes.h>
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
