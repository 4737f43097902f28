/* listen.h - what http.h does not show of a listening socket. */
#ifndef KITH_GATEWAY_HTTP_LISTEN_H
#define KITH_GATEWAY_HTTP_LISTEN_H

#include <stdint.h>

/* The port that a socket is bound to. */
uint16_t http_listen_port(int fd);

#endif
