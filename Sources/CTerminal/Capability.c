#include "Restore.h"

// This is a separate file, because terminfo's header defines macros such as `lines` and `columns`.
#include <curses.h>
#include <term.h>

const char *cterminal_capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (char *)-1 ? NULL : text;
}
