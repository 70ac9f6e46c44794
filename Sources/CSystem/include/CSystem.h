// SPDX-License-Identifier: Apache-2.0
#pragma once
// System calls that Swift's C library overlay does not offer.
