# Completion of settings-tui for fish: commands, options, files, and the settings of the file.
function __settings_tui_paths
    set -l words (commandline -opc)
    test (count $words) -gt 2; or return
    settings-tui list $words[3] 2>/dev/null | awk 'NR > 1 { print $1 }'
end

complete -c settings-tui -n __fish_use_subcommand -a edit -d 'Open a settings file in the editor'
complete -c settings-tui -n __fish_use_subcommand -a get -d 'Print values'
complete -c settings-tui -n __fish_use_subcommand -a list -d 'Print all settings'
complete -c settings-tui -n __fish_use_subcommand -a check -d 'Say what is wrong with a file'
complete -c settings-tui -n __fish_use_subcommand -a set -d 'Change settings'
complete -c settings-tui -n __fish_use_subcommand -a reset -d 'Return settings to their defaults'
complete -c settings-tui -n '__fish_seen_subcommand_from get reset' -a '(__settings_tui_paths)'
complete -c settings-tui -n '__fish_seen_subcommand_from set' -a '(__settings_tui_paths)='
complete -c settings-tui -l schema -r -d 'The form'
complete -c settings-tui -l json -d 'Print JSON'
complete -c settings-tui -l changed -d 'Only what is set'
complete -c settings-tui -l yes -d 'Do not ask'
complete -c settings-tui -l dry-run -d 'Only show the review'
complete -c settings-tui -l help -d 'Print help'
