#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include "CTerminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "Restore.h"

static SCREEN *screen;
static FILE *input_stream;
static FILE *output_stream;
static int output_descriptor = -1;
static char *former_locale;
static bool uses_mouse;

// Bracketed paste has no terminfo name; terminals with mouse support have it.
static bool uses_paste;
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";
// The mouse's buttons, reported as decimal numbers.
static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1000l";

static void write_all(const char *text) {
  cterminal_write(output_descriptor, text, strlen(text));
}

static void set_modes(void) {
  raw();
  noecho();
  nonl();
  if (uses_paste) write_all(paste_on);
  if (uses_mouse) write_all(mouse_on);
}

static void unset_modes(void) {
  if (uses_mouse) write_all(mouse_off);
  if (uses_paste) write_all(paste_off);
}

bool cterminal_open(int input, int output, const char *fallback, bool wants_mouse) {
  const char *now = setlocale(LC_CTYPE, NULL);
  former_locale = now ? strdup(now) : NULL;
  setlocale(LC_CTYPE, "");
  cterminal_save_modes(input);

  // Use new streams, because curses changes the buffering of its streams.
  int input_copy = dup(input), output_copy = dup(output);
  input_stream = input_copy < 0 ? NULL : fdopen(input_copy, "r");
  output_stream = output_copy < 0 ? NULL : fdopen(output_copy, "w");
  if (input_stream && output_stream) screen = newterm(NULL, output_stream, input_stream);
  if (!screen && fallback && input_stream && output_stream) screen = newterm(fallback, output_stream, input_stream);
  if (!screen) {
    cterminal_close();
    return false;
  }
  set_term(screen);
  output_descriptor = output;
  if (!cterminal_capability("cup")) {
    endwin();
    cterminal_close();
    return false;
  }
  // Checking for type-ahead would let curses read the editor's input.
  typeahead(-1);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  uses_mouse = wants_mouse && cterminal_capability("kmous");
  uses_paste = cterminal_capability("kmous") != NULL;
  const char *const texts[] = {
    uses_mouse ? mouse_off : NULL, uses_paste ? paste_off : NULL, cterminal_capability("sgr0"), cterminal_capability("cnorm"),
    cterminal_capability("rmcup"),
  };
  cterminal_prepare_restore(output, texts, sizeof texts / sizeof *texts);
  // Until it is suspended for the first time, ncurses makes a system call for each movement of the cursor.
  endwin();
  cterminal_resume();
  return true;
}

void cterminal_close(void) {
  if (screen) {
    if (output_descriptor >= 0) {
      unset_modes();
      endwin();
    }
    delscreen(screen);
    screen = NULL;
  }
  cterminal_forget_restore();
  if (input_stream) fclose(input_stream);
  if (output_stream) fclose(output_stream);
  input_stream = NULL;
  output_stream = NULL;
  output_descriptor = -1;
  if (former_locale) {
    setlocale(LC_CTYPE, former_locale);
    free(former_locale);
    former_locale = NULL;
  }
}

bool cterminal_is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0;
}

bool cterminal_expects_utf8(void) {
  const char *now = setlocale(LC_CTYPE, NULL);
  char *former = now ? strdup(now) : NULL;
  setlocale(LC_CTYPE, "");
  bool result = cterminal_is_utf8();
  if (former) setlocale(LC_CTYPE, former);
  free(former);
  return result;
}

int cterminal_colors(void) { return has_colors() ? COLORS : 0; }

void cterminal_set_pair(short pair, short foreground, short background) {
  init_pair(pair, foreground, background);
}

bool cterminal_measure(int *columns, int *rows) {
  struct winsize size;
  if (ioctl(output_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    *columns = COLS;
    *rows = LINES;
    return *columns > 0 && *rows > 0;
  }
  *columns = size.ws_col;
  *rows = size.ws_row;
  if (*columns != COLS || *rows != LINES) resizeterm(*rows, *columns);
  return true;
}

static attr_t attributes_of(int attributes) {
  attr_t result = A_NORMAL;
  if (attributes & CTERMINAL_BOLD) result |= A_BOLD;
  if (attributes & CTERMINAL_DIM) result |= A_DIM;
  if (attributes & CTERMINAL_REVERSE) result |= A_REVERSE;
  if (attributes & CTERMINAL_UNDERLINE) result |= A_UNDERLINE;
  return result;
}

void cterminal_put(
  int row, int column, const uint32_t *scalars, int count, int width, int attributes, short pair
) {
  wchar_t text[CCHARW_MAX + 1];
  int kept = count < CCHARW_MAX ? count : CCHARW_MAX;
  for (int index = 0; index < kept; index++) text[index] = (wchar_t)scalars[index];
  text[kept] = L'\0';
  // A character that the system measures differently would shift the rest of the line.
  if (kept == 0 || wcwidth(text[0]) != width) {
    wcscpy(text, L"?");
    if (width == 2) cterminal_put(row, column + 1, (const uint32_t[]){' '}, 1, 1, attributes, pair);
  }
  cchar_t cell;
  if (setcchar(&cell, text, attributes_of(attributes), pair, NULL) != OK) {
    setcchar(&cell, L"?", attributes_of(attributes), pair, NULL);
  }
  mvadd_wchnstr(row, column, &cell, 1);
}

void cterminal_show(int row, int column) {
  wmove(stdscr, row, column);
  wrefresh(stdscr);
}

void cterminal_invalidate(void) { clearok(curscr, TRUE); }

void cterminal_send(const char *bytes, size_t length) {
  // Old consoles would show the text of a control string.
  if (uses_paste) cterminal_write(output_descriptor, bytes, length);
}

void cterminal_suspend(void) {
  unset_modes();
  endwin();
  cterminal_stop_process();
  cterminal_resume();
}

void cterminal_lend(void) {
  unset_modes();
  endwin();
  cterminal_leave_signals_to_child();
}

void cterminal_reclaim(void) {
  cterminal_handle_signals_again();
  cterminal_resume();
}

void cterminal_resume(void) {
  reset_prog_mode();
  set_modes();
  clearok(curscr, TRUE);
}
