# Completion of settings-tui for bash: commands, options, files, and the settings of the file.
_settings_tui() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "edit get list check set reset" -f -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "--schema --json --changed --yes --dry-run --help" -- "$word")
  elif [ "$COMP_CWORD" -gt 2 ] && [[ $command =~ ^(get|set|reset)$ ]]; then
    local end=""
    if [ "$command" = set ]; then end="="; compopt -o nospace; fi
    mapfile -t COMPREPLY < <(
      compgen -W "$(settings-tui list "${COMP_WORDS[2]}" 2>/dev/null | awk -v end="$end" 'NR > 1 { print $1 end }')" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _settings_tui settings-tui
