# bash completion for settings-tui. The program computes and quotes the candidates.
_settings_tui() {
  local -a answer
  local file
  mapfile -t answer < <(settings-tui __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  COMPREPLY=("${answer[@]:1}")
  case ${answer[0]} in
    open) compopt -o nospace ;;
    files)
      # Without candidates, Readline completes file names. Otherwise the typed text needs no quotes.
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
