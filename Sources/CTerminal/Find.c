#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "CTerminal.h"

#include <string.h>

long cterminal_find(const uint8_t *text, long count, const uint8_t *word, long length) {
  const uint8_t *found = memmem(text, (size_t)count, word, (size_t)length);
  return found == NULL ? -1 : found - text;
}
