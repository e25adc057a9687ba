#include "Restore.h"

// On its own, because terminfo's header defines macros named `lines`, `columns` and the like.
#include <curses.h>
#include <term.h>

const char *cterminal_capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (char *)-1 ? NULL : text;
}
