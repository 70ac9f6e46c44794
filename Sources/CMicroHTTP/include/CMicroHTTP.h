// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

// libmicrohttpd without its variable arguments, which Swift cannot pass.

/// What a daemon is started with. Every callback gets `context` first.
struct microhttp_terms {
    /// A socket that listens already; the daemon never closes it.
    int listening_socket;
    unsigned int threads;
    unsigned int most_connections;
    unsigned int idle_seconds;
    size_t memory_per_connection;
    /// PEM, or NULL for plain HTTP.
    const char *certificates;
    const char *key;
    void *context;
    MHD_AcceptPolicyCallback may_connect;
    MHD_NotifyConnectionCallback connection_changed;
    /// Gives what the requests' callbacks find behind their pointer.
    void *(*request_began)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request_moved;
    MHD_RequestCompletedCallback request_ended;
};

/// Starts a daemon with epoll and threads of its own. Returns NULL when it does not start, with a
/// sentence of the library in `complaint`.
struct MHD_Daemon *microhttp_start(const struct microhttp_terms *terms, char *complaint,
                                   size_t capacity);

/// The socket of a connection, or -1.
int microhttp_descriptor(struct MHD_Connection *connection);

/// What `connection_changed` put there when the connection began.
void *microhttp_connection_context(struct MHD_Connection *connection);

/// The address of the client of a connection, or NULL.
const struct sockaddr *microhttp_client(struct MHD_Connection *connection);

/// Writes a numeric address without its port; one of IPv4 inside IPv6 as the former. False where
/// it is of no family known here.
bool microhttp_address_text(const struct sockaddr *address, char *text, size_t capacity);

/// The response is sent without chunks, and the connection closed after it. The library ends a
/// chunked body also where HEAD allows none.
void microhttp_avoid_chunks(struct MHD_Response *response);

/// What a reader of bodies returns at the end, and when it failed.
extern const ssize_t microhttp_end_of_body;
extern const ssize_t microhttp_broken_body;

/// The length of a body of which nobody knows it.
extern const uint64_t microhttp_unknown_length;

/// epoll, whose structure is packed and unknown to Swift. A watch tells once, by edge, that the
/// other side of a socket has closed; of a bell it tells as long as it has rung. Descriptors, or
/// -1 with errno.
int microhttp_watch_make(void);
int microhttp_bell_make(void);
bool microhttp_watch_add(int watch, int descriptor, uint64_t number, bool for_bytes);
void microhttp_watch_remove(int watch, int descriptor);

/// Waits so long, or without an end for -1. Returns how many numbers it wrote.
size_t microhttp_watch_wait(int watch, uint64_t *numbers, size_t capacity, int milliseconds);
