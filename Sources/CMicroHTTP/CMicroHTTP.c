// SPDX-License-Identifier: Apache-2.0
#include "CMicroHTTP.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const ssize_t microhttp_end_of_body = MHD_CONTENT_READER_END_OF_STREAM;
const ssize_t microhttp_broken_body = MHD_CONTENT_READER_END_WITH_ERROR;
const uint64_t microhttp_unknown_length = MHD_SIZE_UNKNOWN;

/// The library logs through it. While a daemon starts, its thread has a place for the first line;
/// all else is let go.
struct complaint {
    char *text;
    size_t capacity;
};
static _Thread_local struct complaint starting;

static void note(void *context, const char *format, va_list arguments) {
    (void)context;
    if (starting.text == NULL || starting.capacity == 0 || starting.text[0] != 0) return;
    vsnprintf(starting.text, starting.capacity, format, arguments);
}

/// TLS 1.2 and 1.3; nothing older.
static const char priorities[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

struct MHD_Daemon *microhttp_start(const struct microhttp_terms *terms, char *complaint,
                                   size_t capacity) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME
                         | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem options[16];
    int count = 0;
#define OPTION(name, number, pointer)                                                            \
    options[count++] = (struct MHD_OptionItem){(name), (intptr_t)(number), (void *)(pointer)}
    OPTION(MHD_OPTION_EXTERNAL_LOGGER, note, NULL);
    OPTION(MHD_OPTION_LISTEN_SOCKET, terms->listening_socket, NULL);
    // A pool of one is refused by the library.
    if (terms->threads > 1) OPTION(MHD_OPTION_THREAD_POOL_SIZE, terms->threads, NULL);
    OPTION(MHD_OPTION_CONNECTION_LIMIT, terms->most_connections, NULL);
    OPTION(MHD_OPTION_CONNECTION_TIMEOUT, terms->idle_seconds, NULL);
    OPTION(MHD_OPTION_CONNECTION_MEMORY_LIMIT, terms->memory_per_connection, NULL);
    OPTION(MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL);
    OPTION(MHD_OPTION_NOTIFY_CONNECTION, terms->connection_changed, terms->context);
    OPTION(MHD_OPTION_URI_LOG_CALLBACK, terms->request_began, terms->context);
    OPTION(MHD_OPTION_NOTIFY_COMPLETED, terms->request_ended, terms->context);
    if (terms->certificates != NULL) {
        flags |= MHD_USE_TLS;
        OPTION(MHD_OPTION_HTTPS_PRIORITIES, 0, priorities);
        OPTION(MHD_OPTION_HTTPS_MEM_CERT, 0, terms->certificates);
        OPTION(MHD_OPTION_HTTPS_MEM_KEY, 0, terms->key);
    }
    OPTION(MHD_OPTION_END, 0, NULL);
#undef OPTION
    if (capacity > 0) complaint[0] = 0;
    starting = (struct complaint){complaint, capacity};
    struct MHD_Daemon *daemon =
        MHD_start_daemon(flags, 0, terms->may_connect, terms->context, terms->request_moved,
                         terms->context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
    starting = (struct complaint){NULL, 0};
    return daemon;
}

void microhttp_avoid_chunks(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_RESPONSE, MHD_RO_END);
}

int microhttp_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

void *microhttp_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

const struct sockaddr *microhttp_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

bool microhttp_address_text(const struct sockaddr *address, char *text, size_t capacity) {
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        return inet_ntop(AF_INET, &four->sin_addr, text, (socklen_t)capacity) != NULL;
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
        if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
            return inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, text, (socklen_t)capacity)
                   != NULL;
        }
        return inet_ntop(AF_INET6, &six->sin6_addr, text, (socklen_t)capacity) != NULL;
    }
    return false;
}
