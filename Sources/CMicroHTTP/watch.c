// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CMicroHTTP.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { most_events = 64 };

int microhttp_watch_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

int microhttp_bell_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

bool microhttp_watch_add(int watch, int descriptor, uint64_t number, bool for_bytes) {
    struct epoll_event event = {
        .events = for_bytes ? EPOLLIN : EPOLLRDHUP | EPOLLET,
        .data.u64 = number,
    };
    return epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void microhttp_watch_remove(int watch, int descriptor) {
    struct epoll_event ignored = {0};
    epoll_ctl(watch, EPOLL_CTL_DEL, descriptor, &ignored);
}

size_t microhttp_watch_wait(int watch, uint64_t *numbers, size_t capacity, int milliseconds) {
    struct epoll_event events[most_events];
    int most = capacity < most_events ? (int)capacity : most_events;
    int count = epoll_wait(watch, events, most, milliseconds);
    for (int index = 0; index < count; index++) numbers[index] = events[index].data.u64;
    return count < 0 ? 0 : (size_t)count;
}
