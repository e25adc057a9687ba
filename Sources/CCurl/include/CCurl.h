#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>

// HTTP requests through the system's libcurl, which is opened when it is first used: a program that makes no requests doesn't load
// it, and needs no headers or packages to be built.

// A connection that sends one request at a time and stays open in between. Use it from one thread at a time.
typedef struct ccurl_connection ccurl_connection;

// Opens the library. Returns NULL, or why it can't be used.
const char *ccurl_load(void);

// Creates a connection; NULL if there is no memory. The library must be open.
ccurl_connection *ccurl_open(void);
void ccurl_close(ccurl_connection *connection);

// Begins a POST request. Paths that are NULL aren't used. The body is copied. Returns false if there is no memory.
bool ccurl_begin(
  ccurl_connection *connection, const char *url, const void *body, size_t count, const char *authorization,
  const char *authorities, const char *certificate, const char *key, long connect_milliseconds);

// The state of a request.
typedef enum { CCURL_RUNNING, CCURL_DONE, CCURL_FAILED } ccurl_state;

// Transfers what is possible, and waits up to a time limit if that is nothing.
ccurl_state ccurl_advance(ccurl_connection *connection, int milliseconds);

// Ends the request. If its reply is incomplete, the connection is closed.
void ccurl_finish(ccurl_connection *connection);

// Ends a wait of `ccurl_advance`, or the next one. Any thread may call it.
void ccurl_wake(ccurl_connection *connection);

// The bytes that have been received and not discarded.
const void *ccurl_bytes(const ccurl_connection *connection);
size_t ccurl_byte_count(const ccurl_connection *connection);
void ccurl_discard(ccurl_connection *connection);

// The status of the reply; 0 before it arrives.
long ccurl_status(ccurl_connection *connection);
// Whether a part of the request may have arrived.
bool ccurl_has_sent(ccurl_connection *connection);
// Whether the request failed because a file with a certificate or a key can't be used.
bool ccurl_has_bad_files(const ccurl_connection *connection);
// Why the request failed.
const char *ccurl_error(const ccurl_connection *connection);

#endif
