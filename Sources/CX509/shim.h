// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keys and certificates of libcrypto. They need EVP, which brings all providers along; so this is a
// module of its own, and a program that makes no certificates links none of it.
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
