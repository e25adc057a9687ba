# Completion of settings-tui for bash. The program itself knows the words; this hands them over.
_settings_tui() {
  local -a answer
  mapfile -t answer < <(settings-tui __complete bash "$COMP_LINE" "$COMP_POINT" "$COMP_WORDBREAKS" 2>/dev/null)
  COMPREPLY=("${answer[@]:1}")
  case ${answer[0]} in
    open) compopt -o nospace ;;
    files*)
      compopt -o filenames
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${answer[0]#files }")
      ;;
  esac
}
complete -F _settings_tui settings-tui
