# Completion of settings-tui for bash. The program itself knows the words, and quotes them; this hands them over.
_settings_tui() {
  local -a answer
  local file
  mapfile -t answer < <(settings-tui __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  COMPREPLY=("${answer[@]:1}")
  case ${answer[0]} in
    open) compopt -o nospace ;;
    files)
      # Without words, Readline completes file names by itself. With words, both consist of plain letters so far.
      if ((${#COMPREPLY[@]} == 0)); then
        compopt -o default
      else
        compopt -o filenames
        while IFS= read -r file; do
          if [[ $file == "$2"* && $file != *[[:cntrl:]]* ]]; then COMPREPLY+=("$file"); fi
        done < <(compgen -f -- "$2")
      fi
      ;;
  esac
}
complete -F _settings_tui settings-tui
