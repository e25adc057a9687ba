#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include "Restore.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved_modes;
static int modes_descriptor = -1;
static int output_descriptor = -1;
static char text[512];
static size_t text_length;
static volatile bool is_armed;
static bool is_registered;

void cterminal_write(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0) {
      if (errno == EINTR) continue;
      return;
    }
    bytes += written;
    length -= (size_t)written;
  }
}

void cterminal_save_modes(int input) {
  modes_descriptor = tcgetattr(input, &saved_modes) == 0 ? input : -1;
}

// Appends a capability without its padding (`$<5>`), which no current terminal needs.
static void append(const char *capability) {
  if (!capability) return;
  for (const char *byte = capability; *byte && text_length < sizeof text; byte++) {
    if (byte[0] == '$' && byte[1] == '<') {
      const char *end = strchr(byte, '>');
      if (end) {
        byte = end;
        continue;
      }
    }
    text[text_length++] = *byte;
  }
}

void cterminal_prepare_restore(int output, const char *const *texts, int count) {
  text_length = 0;
  for (int index = 0; index < count; index++) append(texts[index]);
  output_descriptor = output;
  is_armed = true;
  // An app's hook may call exit() while the editor is open.
  if (!is_registered) is_registered = atexit(cterminal_restore) == 0;
}

void cterminal_forget_restore(void) { is_armed = false; }

void cterminal_restore(void) {
  if (!is_armed) return;
  is_armed = false;
  cterminal_write(output_descriptor, text, text_length);
  if (modes_descriptor >= 0) tcsetattr(modes_descriptor, TCSADRAIN, &saved_modes);
}
