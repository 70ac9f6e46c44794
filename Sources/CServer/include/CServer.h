// SPDX-License-Identifier: Apache-2.0
// What a program that runs for weeks asks of the heap; Swift's view of glibc lacks it.
#ifndef CSERVER_H
#define CSERVER_H

/// Lets all threads share a few heaps: one for each would hold what the others gave back.
void inkstone_share_heaps(void);

/// Gives the system back what nobody uses now.
void inkstone_trim_heaps(void);

#endif
