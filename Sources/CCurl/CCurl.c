#define _GNU_SOURCE 1
#include "CCurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The parts of libcurl's binary interface that are used here. It has been stable since 7.16, and its documentation promises that
// the numbers of options stay.

typedef void CURL;
typedef void CURLM;
struct curl_slist;
typedef struct {
  int kind;
  CURL *easy;
  union {
    void *any;
    int result;
  } data;
} CURLMsg;

enum {
  // Numbers of <curl/curl.h>: 10000 is added for objects, 20000 for functions; `everything` is CURL_GLOBAL_ALL.
  option_write_data = 10001,
  option_url = 10002,
  option_error_buffer = 10010,
  option_header = 10023,
  option_certificate = 10025,
  option_authorities = 10065,
  option_key = 10087,
  option_body_size = 60,
  option_http_version = 84,
  option_no_signal = 99,
  option_connect_milliseconds = 156,
  option_keep_alive = 213,
  option_keep_alive_idle = 214,
  option_keep_alive_interval = 215,
  option_copied_body = 10165,
  option_no_proxy = 10177,
  option_write = 20011,
  option_socket = 20148,
  info_status = 0x200000 + 2,
  info_request_size = 0x200000 + 12,
  message_done = 1,
  http_1_1 = 2,
  everything = 3,
};

static struct {
  int (*global_init)(long);
  CURL *(*easy_init)(void);
  int (*easy_setopt)(CURL *, int, ...);
  int (*easy_getinfo)(CURL *, int, ...);
  void (*easy_reset)(CURL *);
  void (*easy_cleanup)(CURL *);
  const char *(*easy_strerror)(int);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURLM *(*multi_init)(void);
  int (*multi_cleanup)(CURLM *);
  int (*multi_add_handle)(CURLM *, CURL *);
  int (*multi_remove_handle)(CURLM *, CURL *);
  int (*multi_perform)(CURLM *, int *);
  int (*multi_poll)(CURLM *, void *, unsigned, int, int *);
  int (*multi_wakeup)(CURLM *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
} curl;

static const char *failure;

static void load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) library = dlopen(names[i], RTLD_NOW);
  if (!library) {
    failure = "the library libcurl isn't installed";
    return;
  }
#define FIND(name)                                       \
  *(void **)&curl.name = dlsym(library, "curl_" #name);  \
  if (!curl.name) {                                      \
    failure = "the installed libcurl is older than 7.68"; \
    return;                                              \
  }
  FIND(global_init)
  FIND(easy_init)
  FIND(easy_setopt)
  FIND(easy_getinfo)
  FIND(easy_reset)
  FIND(easy_cleanup)
  FIND(easy_strerror)
  FIND(slist_append)
  FIND(slist_free_all)
  FIND(multi_init)
  FIND(multi_cleanup)
  FIND(multi_add_handle)
  FIND(multi_remove_handle)
  FIND(multi_perform)
  FIND(multi_poll)
  FIND(multi_wakeup)
  FIND(multi_info_read)
#undef FIND
  if (curl.global_init(everything) != 0) failure = "the library libcurl can't be initialized";
}

const char *ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

struct ccurl_connection {
  CURL *easy;
  CURLM *multi;
  struct curl_slist *headers;
  bool is_active;
  // The result of the request; -1 until it has ended.
  int result;
  char *bytes;
  size_t count, capacity;
  // The size of CURL_ERROR_SIZE.
  char error[256];
};

ccurl_connection *ccurl_open(void) {
  ccurl_connection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->easy = curl.easy_init();
  connection->multi = curl.multi_init();
  if (connection->easy && connection->multi) return connection;
  ccurl_close(connection);
  return NULL;
}

void ccurl_close(ccurl_connection *connection) {
  ccurl_finish(connection);
  if (connection->easy) curl.easy_cleanup(connection->easy);
  if (connection->multi) curl.multi_cleanup(connection->multi);
  free(connection->bytes);
  free(connection);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  ccurl_connection *connection = context;
  size_t added = size * count;
  if (connection->count + added > connection->capacity) {
    size_t capacity = 2 * (connection->count + added);
    char *larger = realloc(connection->bytes, capacity);
    // A smaller result than `added` makes the request fail.
    if (!larger) return 0;
    connection->bytes = larger;
    connection->capacity = capacity;
  }
  memcpy(connection->bytes + connection->count, bytes, added);
  connection->count += added;
  return added;
}

// Children of this process don't inherit the socket.
static int prepare_socket(void *context, int socket, int purpose) {
  (void)context;
  (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return 0;
}

bool ccurl_begin(
  ccurl_connection *connection, const char *url, const void *body, size_t count, const char *authorization,
  const char *authorities, const char *certificate, const char *key, long connect_milliseconds) {
  ccurl_finish(connection);
  CURL *easy = connection->easy;
  curl.easy_reset(easy);
  connection->error[0] = 0;
  connection->result = -1;
  connection->count = 0;

  // Without "Expect:", a long request waits for the server's permission.
  const char *const fixed[] = {"Content-Type: application/json", "Expect:"};
  for (size_t i = 0; i < 2; i++) connection->headers = curl.slist_append(connection->headers, fixed[i]);
  if (authorization) {
    char *line = NULL;
    if (asprintf(&line, "Authorization: %s", authorization) < 0) return false;
    connection->headers = curl.slist_append(connection->headers, line);
    free(line);
  }
  curl.easy_setopt(easy, option_header, connection->headers);
  curl.easy_setopt(easy, option_url, url);
  curl.easy_setopt(easy, option_body_size, (long)count);
  curl.easy_setopt(easy, option_copied_body, body);
  curl.easy_setopt(easy, option_write, receive);
  curl.easy_setopt(easy, option_write_data, connection);
  curl.easy_setopt(easy, option_error_buffer, connection->error);
  curl.easy_setopt(easy, option_socket, prepare_socket);
  curl.easy_setopt(easy, option_no_signal, 1L);
  curl.easy_setopt(easy, option_no_proxy, "*");
  curl.easy_setopt(easy, option_http_version, (long)http_1_1);
  curl.easy_setopt(easy, option_connect_milliseconds, connect_milliseconds);
  curl.easy_setopt(easy, option_keep_alive, 1L);
  curl.easy_setopt(easy, option_keep_alive_idle, 10L);
  curl.easy_setopt(easy, option_keep_alive_interval, 5L);
  if (authorities) curl.easy_setopt(easy, option_authorities, authorities);
  if (certificate) curl.easy_setopt(easy, option_certificate, certificate);
  if (key) curl.easy_setopt(easy, option_key, key);
  connection->is_active = curl.multi_add_handle(connection->multi, easy) == 0;
  return connection->is_active;
}

// Transfers what is possible without waiting.
static void transfer(ccurl_connection *connection) {
  if (connection->result >= 0) return;
  int running = 0, queued = 0;
  int code = curl.multi_perform(connection->multi, &running);
  if (code != 0) {
    snprintf(connection->error, sizeof connection->error, "libcurl reports the internal error %d", code);
    connection->result = 1;
    return;
  }
  CURLMsg *message;
  while ((message = curl.multi_info_read(connection->multi, &queued)))
    if (message->kind == message_done) connection->result = message->data.result;
  if (connection->result > 0 && !connection->error[0])
    snprintf(connection->error, sizeof connection->error, "%s", curl.easy_strerror(connection->result));
}

ccurl_state ccurl_advance(ccurl_connection *connection, int milliseconds) {
  transfer(connection);
  // Received bytes are returned at once: a watch's reply arrives in parts and doesn't end.
  if (connection->result < 0 && connection->count == 0 && milliseconds > 0) {
    curl.multi_poll(connection->multi, NULL, 0, milliseconds, NULL);
    transfer(connection);
  }
  return connection->result < 0 ? CCURL_RUNNING : connection->result == 0 ? CCURL_DONE : CCURL_FAILED;
}

void ccurl_finish(ccurl_connection *connection) {
  if (connection->is_active) curl.multi_remove_handle(connection->multi, connection->easy);
  connection->is_active = false;
  if (connection->headers) curl.slist_free_all(connection->headers);
  connection->headers = NULL;
}

void ccurl_wake(ccurl_connection *connection) {
  curl.multi_wakeup(connection->multi);
}

const void *ccurl_bytes(const ccurl_connection *connection) {
  return connection->bytes;
}

size_t ccurl_byte_count(const ccurl_connection *connection) {
  return connection->count;
}

void ccurl_discard(ccurl_connection *connection) {
  connection->count = 0;
}

long ccurl_status(ccurl_connection *connection) {
  long status = 0;
  curl.easy_getinfo(connection->easy, info_status, &status);
  return status;
}

bool ccurl_has_sent(ccurl_connection *connection) {
  long size = 0;
  curl.easy_getinfo(connection->easy, info_request_size, &size);
  return size > 0;
}

bool ccurl_has_bad_files(const ccurl_connection *connection) {
  // CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE
  return connection->result == 58 || connection->result == 77;
}

const char *ccurl_error(const ccurl_connection *connection) {
  return connection->error;
}
