# Completion of settings-tui for fish. The program itself knows the words; this hands them over.
function __settings_tui_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (settings-tui __complete words $words[2..-1] "$current" 2>/dev/null)
    for line in $answer[2..-1]
        string sub -s 2 -- $line
    end
    if string match -q 'files*' -- $answer[1]
        set -l option (string match -r -- '^--[a-z-]+=' $current)
        for path in (__fish_complete_path (string replace -- "$option" '' $current))
            echo "$option$path"
        end
    end
end

complete -c settings-tui -f -a '(__settings_tui_complete)'
