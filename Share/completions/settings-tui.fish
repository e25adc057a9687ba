# Completion of settings-tui for fish. The program itself knows the words; this hands them over.
function __settings_tui_answer
    set -l words (commandline -opc)
    set -l typed (commandline -ct | string collect)
    # Without its quotes, of which the last may still be open.
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
