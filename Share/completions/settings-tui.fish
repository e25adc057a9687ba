# fish completion for settings-tui. The program computes the candidates.
function __settings_tui_answer
    set -l words (commandline -opc)
    set -l typed (commandline -ct | string collect)
    # Remove the quotes, the last of which may be open.
    set -l word (string unescape -- "$typed"; or string unescape -- "$typed'"; or string unescape -- "$typed\"")
    settings-tui __complete words $words[2..-1] "$word[1]" 2>/dev/null
end

function __settings_tui_words
    set -l answer (__settings_tui_answer)
    for line in $answer[2..-1]
        string sub -s 2 -- $line
    end
end

function __settings_tui_wants_files
    set -l answer (__settings_tui_answer)
    test "$answer[1]" = files
end

complete -c settings-tui -f -a '(__settings_tui_words)'
complete -c settings-tui -n __settings_tui_wants_files -F
