/// The default keys, as one table.
///
///     = tree                                       a place, by its name in a file of keys, or rows that several places have
///       The value                                  a group
///         foldAll | z | Fold or unfold everything  a command, its keys, and its title
///         copy | c | Copy the path | Copy          … and its hint
///         + undoing                                the rows of another block, which stands above
///
/// Most keys are known from elsewhere: arrows, Enter and Esc from dialogs; `h j k l`, `g`, `G`, `/`, `n` and `N` from vi and less; Ctrl-A to
/// Ctrl-Y in fields from readline. Tests check all places:
///
/// - A key has one command in a place, except for `n`.
/// - Where text is typed, no command has a letter: commands have Ctrl or Alt with a letter, or a key without a character.
/// - Each place has a key that leaves it, and a key that lists its keys.
extension KeyMap {
  /// The default keys of all places.
  static let standard: [KeyContext: KeyMap] = {
    let blocks = Self.blocks(of: table)
    return Dictionary(
      uniqueKeysWithValues: KeyContext.allCases.map { ($0, KeyMap(groups: blocks[$0.rawValue] ?? [])) })
  }()

  /// Returns the groups of each block. Rows before the first heading of a block belong to the group of the block that includes it.
  private static func blocks(of table: String) -> [String: [Group]] {
    var blocks: [String: [Group]] = [:]
    var name = ""
    var groups: [Group] = []
    func add(_ bindings: [Binding]) {
      if groups.isEmpty { groups = [Group(title: "", bindings: [])] }
      groups[groups.count - 1].bindings += bindings
    }
    // Bytes are compared, not characters, because the editor waits for the table when it starts.
    let blank = UInt8(ascii: " ")
    for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == blank }
      switch line.first {
      case UInt8(ascii: "/"): break
      case UInt8(ascii: "="):
        blocks[name] = groups
        (name, groups) = (String(Substring(line.dropFirst(2))), [])
      case UInt8(ascii: "+"):
        for block in line.dropFirst(2).split(separator: blank) {
          for group in blocks[String(Substring(block))] ?? [] {
            if group.title.isEmpty { add(group.bindings) } else { groups.append(group) }
          }
        }
      default:
        if line.contains(UInt8(ascii: "|")) {
          add([Binding(row: Substring(line))])
        } else {
          groups.append(Group(title: String(Substring(line)), bindings: []))
        }
      }
    }
    blocks[name] = groups
    return blocks
  }

  private static let table = """
    = movingUp
      moveUp | Up k Ctrl-P | Previous row
      moveDown | Down j Ctrl-N | Next row
      pageUp | PgUp Ctrl-B | Page up

    // vi has `gg` for the first row; a single `g` needs no wait for a second key.
    = movingFar
      halfPageUp | Ctrl-U | Half a page up
      halfPageDown | Ctrl-D | Half a page down
      moveToStart | Home g | First row
      moveToEnd | End G | Last row

    // Rows of a list. Ctrl-F isn't the page down of vi, because it searches.
    = rows
      Moving
        + movingUp
        pageDown | PgDn | Page down
        + movingFar

    // Rows of a list below a text field, where letters are typed: only the arrows, the page keys, Ctrl-P and Ctrl-N move.
    // Home and End belong to the field.
    = rowsBelowField
      Moving
        moveUp | Up Ctrl-P | Previous row
        moveDown | Down Ctrl-N | Next row
        pageUp | PgUp | Page up
        pageDown | PgDn | Page down

    // A line of text: the keys of readline and of dialogs.
    // Not every terminal sends Ctrl-←, so Alt-← and Alt-B move by a word, too. Ctrl-H isn't a key, as it can't be told from Backspace.
    = typing
      Typing
        caretLeft | Left Ctrl-B | Left
        caretRight | Right Ctrl-F | Right
        caretToStart | Home Ctrl-A | Start of the line
        caretToEnd | End Ctrl-E | End of the line
        wordLeft | Ctrl-Left Alt-Left Alt-b | Word left
        wordRight | Ctrl-Right Alt-Right Alt-f | Word right
        deleteBackward | Backspace | Delete before the caret
        deleteForward | Del Ctrl-D | Delete after the caret
        deleteWordBackward | Ctrl-W Alt-Backspace Ctrl-Backspace | Delete the word before
        deleteWordForward | Alt-d Ctrl-Del | Delete the word after
        deleteToStart | Ctrl-U | Delete to the start of the line
        deleteToEnd | Ctrl-K | Delete to the end of the line
        yank | Ctrl-Y | Insert the deleted text

    = terminal
      suspend | Ctrl-Z | Suspend the editor
      redraw | Ctrl-L | Redraw the screen

    // The lists of commands and of keys, and the keys of the terminal, in places where `?` is a key.
    // Ctrl-Z and Ctrl-L have to be bound, because in raw mode the terminal leaves them to the program.
    = anywhere
      The editor
        palette | : | Choose a command of this screen by its name | Menu
        showKeys | ? F1 | All keys of this screen | Keys
        + terminal

    // The list of keys, and the keys of the terminal, in places with few commands, which need no list of them.
    = besideQuestion
      The editor
        showKeys | ? F1 | All keys of this screen | Keys
        + terminal

    // The list of keys, and the keys of the terminal, in places where `?` and `:` are typed as text.
    = besideText
      The editor
        showKeys | F1 | All keys of this screen | Keys
        + terminal

    // What finds and shows settings, in both panes of the main screen.
    = showing
      searchNext | n | Next setting found
      searchPrevious | N | Previous setting found
      goTo | Ctrl-G | Go to a setting by its path
      tree | T | The file as it is: a tree with its comments | Tree
      problems | ! | All problems, also those of unknown keys | Problems
      problemNext | p | Next setting with a problem
      problemPrevious | P | Previous setting with a problem
      filter | f | Show all, only changed, or only non-default settings
      showSet | v | Show only what is set in the file, or everything | Only set
      showAdvanced | a | Show or hide advanced and hidden settings
      add | A Ins | Add a key that the form doesn't list to the section | Add key

    // What happens to the draft as a whole and to the file, in both panes of the main screen.
    = changes
      Changes
        review | s Ctrl-S | Review and apply the changes | Review
        undo | u | Undo | Undo
        history | H | History of the file, and rollback
        layers | L | Layers: where values come from, and which file is edited
        confirm | K | Confirm the pending changes
        cancelConfirmation | X | Cancel the pending confirmation: roll back
        editAll | E | Edit everything as text in your editor
        redo | Ctrl-R | Redo
        // Both leave the settings file as it is.
        load | o | Load a preset or another file into the draft
        save | W | Save the draft to another file, without applying it

    // The editor's own commands in the two panes, where `q` and Ctrl-C leave the editor. Elsewhere they are one step back.
    = leavable
      + anywhere
        quit | q Ctrl-C | Leave | Leave

    = listed
      Finding
        find | / | Show only rows that match a query | Filter

    // Undo and redo, in screens that change the draft.
    = undoing
      Changes
        undo | u | Undo
        redo | Ctrl-R | Redo

    // What changes the value of a row in a list, a dictionary or an object: the keys of the main screen, as far as a part of a value has
    // them.
    = change
      activate | Enter | Change | Change
      back | Esc Left h q Backspace Ctrl-C | Back | Back
      forward | Right l | Change
      toggle | Space | Turn on or off, or choose
      yes | y | Set to true
      no | n | Set to false
      increase | + = | Up by one step
      decrease | - | Down by one step
      setNone | x | Set to none
      typeValue | t | Type a value that isn't among the choices
      editExternally | e | Edit the whole value in your editor ($VISUAL, $EDITOR)
      editAll | E | Edit everything as text in your editor
      why | w | Show why: origin of the value, rules, conditions
      copy | c | Copy the path, the value, or all changes as a command
      tree | T | The file as it is: a tree with its comments
      showSet | v | Show only what is set in the file, or everything
      review | s Ctrl-S | Review and apply the changes | Review

    // What adds and removes elements and entries. `d` removes, as in vi; `D` duplicates.
    = adding
      add | a Ins | Add | Add
      duplicate | D | Duplicate
      remove | d Del | Remove from the file | Remove

    // Terminals differ in which modifiers they send with an arrow, so all three move the element, and so do two characters.
    = moving
      moveElementUp | < Shift-Up Alt-Up Ctrl-Up | Move the element up | Up
      moveElementDown | > Shift-Down Alt-Down Ctrl-Down | Move the element down | Down

    // What only an entry with a key has. F2 renames, as in file managers.
    = renaming
      rename | N F2 | Rename the key | Rename

    // The keys while the settings have the focus.
    // Ctrl-C leaves, like `q`: it asks if changes are staged, and never ends the process. `n` is "no" and "next found", see
    // ``mayShare(_:other:)``.
    = settings
      The setting
        activate | Enter | Change the setting | Change
        forward | Right l | Change the setting
        toggle | Space | Turn on or off, or choose
        yes | y | Set to true
        no | n | Set to false, or the next setting found
        increase | + = | Up by one step
        decrease | - | Down by one step
        // A setting without a value differs from a setting that is reset.
        setNone | x | Set to none
        typeValue | t | Type a value that isn't among the choices
        // Reset is about the value, remove about the key in the file. For most settings they do the same; which is shown as a hint depends
        // on the setting.
        reset | r | Reset to the default | Reset
        remove | d Del | Remove from the file | Remove
        // A default that is stored stays when a later version of the app has another.
        store | S | Store the value, also if it is the default
        rename | F2 | Rename the key
        unstage | R | Unstage the change
        editExternally | e | Edit in your editor ($VISUAL, $EDITOR)
        details | i | Details of the setting
        why | w | Show why: origin of the value, rules, conditions | Why
        copy | c | Copy the path, the value, or all changes as a command
      Panes
        nextPane | Tab | Switch panes | Pane
        previousPane | Shift-Tab | Switch panes
        // Back isn't leaving here: from the settings it leads to the sections, as Left does.
        back | Left h Esc Backspace | To the sections
      Finding
        search | / Ctrl-F | Search all settings | Search
        + showing
      + changes rows leavable

    // The keys while the sections have the focus. `/` filters the sections, as it does in most lists; the search of all settings has Ctrl-F.
    = sections
      The section
        activate | Enter | To the section's settings | Open
        forward | Right l | Open the section
        toggle | Space | Show or hide the sections inside
        reset | r | Reset all settings of the section to their defaults | Reset all
        remove | d Del | Remove the section with everything in it from the file
        rename | F2 | Rename the key
        unstage | R | Unstage all changes in the section
        why | w | Show why: rules and conditions
        copy | c | Copy the path, or all changes as a command
        backward | Left h | Close the section, or go to the one around it
        back | Esc Backspace | To the section around it
      Panes
        nextPane | Tab | Switch panes | Pane
        previousPane | Shift-Tab | Switch panes
      Finding
        find | / | Show only rows that match a query | Filter
        search | Ctrl-F | Search all settings | Search
        + showing
      + changes rows leavable

    // A value that is typed in its row. Up and down change a number, because the field has one line.
    = field
      The value
        accept | Enter | Accept the value | Accept
        back | Esc Ctrl-C | Keep the old value | Cancel
        increase | Up | Up by one step
        decrease | Down | Down by one step
        reveal | Ctrl-T | Show a secret while it is typed, or hide it
      + typing besideText

    // The elements of a list, which have an order: they are inserted and moved, where the entries of the other two have keys that are
    // renamed.
    = list
      The element
        + change
        + adding
        insert | i | Insert an element before this one
        + moving
      + listed undoing rows anywhere

    // The entries of a dictionary. Their order means nothing, so they can't be moved; their keys can be renamed.
    = dictionary
      The entry
        + change
        + adding
        + renaming
      + listed undoing rows anywhere

    // The fields of an object, and entries beside them. A field can be reset to its default, which an element of a list doesn't have.
    = object
      The field
        + change
        + adding
        + renaming
        reset | r | Reset to the default
        store | S | Store the value, also if it is the default
      + listed undoing rows anywhere

    // A dictionary's key while it is typed.
    = key
      The key
        accept | Enter | Accept the key | Accept
        complete | Tab | Complete the key | Complete
        back | Esc Ctrl-C | Keep the old key | Cancel
      + typing besideText

    // Text of several lines. Enter is a new line, so the text is accepted with Ctrl-S or F2.
    = text
      The text
        accept | Ctrl-S F2 | Accept the text | Accept
        back | Esc Ctrl-C | Keep the old text; asks if it was changed | Cancel
        newLine | Enter | New line
        editExternally | Alt-e F4 | Edit in your editor ($VISUAL, $EDITOR) | Editor
      Moving
        moveUp | Up Ctrl-P | Line up
        moveDown | Down Ctrl-N | Line down
        pageUp | PgUp | Page up
        pageDown | PgDn | Page down
        moveToStart | Ctrl-Home | Start of the text
        moveToEnd | Ctrl-End | End of the text
      + typing besideText

    // One of several values. Letters filter them, so no letter is a key.
    = picker
      The value (type a part of its name to filter the values)
        choose | Enter Right | Choose | Choose
        back | Esc Left Backspace Ctrl-C | Keep the old value | Cancel
        moveToStart | Home | First row
        moveToEnd | End | Last row
      + rowsBelowField besideText

    // Any of several values. `/` filters them; letters are commands.
    = checklist
      The value
        toggle | Space x | Check or uncheck | Check
        accept | Enter | Accept the checked values | Accept
        back | Esc Left h q Backspace Ctrl-C | Keep the old value | Cancel
        yes | y | Check
        no | n | Uncheck
        selectAll | a | Check all | All
        selectNone | c | Uncheck all | Clear
      + listed rows anywhere

    = search
      The search
        accept | Enter | Go to the setting | Go to
        back | Esc Ctrl-C | Back | Back
      + rowsBelowField typing besideText

    // The query of a list. It stays in effect after it was typed: Enter leaves the field, and then the list has its own keys again.
    = filter
      The filter
        accept | Enter | Keep the filter and use the keys of the list | Keep
        back | Esc Ctrl-C | Show all rows again | Show all
      + rowsBelowField typing besideText

    // The path of a setting to go to. Tab completes it as in a shell, so it can't be the next pane.
    = goTo
      The path
        accept | Enter | Go there | Go to
        complete | Tab | Complete the path | Complete
        back | Esc Ctrl-C | Back | Back
      + rowsBelowField typing besideText

    // The commands of a screen, filtered by what is typed.
    = palette
      The command (type a part of its name or description)
        accept | Enter | Run the command | Run
        back | Esc Ctrl-C | Back | Back
      + rowsBelowField typing besideText

    // The path of a file. There are no rows to move through: Tab completes the path, or lists the names that are possible.
    = filePath
      The path
        accept | Enter | Accept the path | Accept
        complete | Tab | Complete the path | Complete
        back | Esc Ctrl-C | Back | Back
      + typing besideText

    // What can be copied. The key that opened it copies the focused row, so `c c` copies the first one.
    = copy
      Copying
        accept | Enter c Space | Copy it | Copy
        back | Esc Left h q Backspace Ctrl-C | Back | Back
      + rows anywhere

    // The buttons of both reviews, and what an apply of both has.
    = reviewing
      activate | Enter | Press the button, or go to the setting | Go to
      confirmWithin | T | Roll back unless confirmed within 30 s, 1 min, … | Confirm within
      message | M | Write a message for the history | Message
      nextPane | Tab | Buttons | Buttons
      previousPane | Shift-Tab | Previous button
      caretRight | Right l | Next button
      caretLeft | Left h | Previous button, or back

    // The review. `s`, which opened it, applies. Enter on a row goes to its setting, and applies only on the button.
    = review
      The review
        apply | s Ctrl-S | Apply | Apply
        keepOrLeaveOut | Space | Keep the change or leave it out for now | Keep/leave out
        drop | R | Unstage the change | Unstage
        keepMine | m | Resolve the conflict: keep your value
        takeTheirs | t | Resolve the conflict: take the stored value
        undo | u | Undo | Undo
        redo | Ctrl-R | Redo
        copy | c | Copy the changes as a command
        why | w | Show why: origin of the value, rules, conditions
        + reviewing
        back | Esc q Backspace Ctrl-C | Back; the changes stay | Back
      + listed rows anywhere

    // The review of a rollback, with the keys of the review as far as they apply: nothing in it can be left out.
    = rollback
      The version
        apply | s Ctrl-S | Roll back | Roll back
        + reviewing
        back | Esc q Backspace Ctrl-C | Back; nothing is changed | Back
      + listed rows anywhere

    // The problems of the file and of the draft. Conflicts are resolved with the keys of the review, and undo works as in the other lists
    // that change the draft.
    = problems
      The problem
        activate | Enter Right l | Go to the setting or section | Go to
        remove | d Del | Remove a key that the form doesn't know | Remove key
        keepMine | m | Resolve the conflict: keep your value
        takeTheirs | t | Resolve the conflict: take the stored value
        back | Esc Left h q Backspace Ctrl-C ! | Back | Back
      + undoing listed rows anywhere

    // The document as it is. Left and Right fold and unfold, so they don't leave it.
    = tree
      The value
        activate | Enter | Go to it among the settings, and change it | Change
        forward | Right l | Unfold, or go to the first value inside | Unfold
        backward | Left h | Fold, or go to the value around it | Fold
        toggle | Space | Fold or unfold
        foldAll | z | Fold or unfold everything
        goTo | Ctrl-G | Go to a path
        copy | c | Copy the path or the value | Copy
        printPath | P | Leave, and print the path
        comment | # | Edit the comment above it | Comment
        remove | d Del | Remove from the file | Remove
        review | s Ctrl-S | Review and apply the changes | Review
        back | Esc q T Backspace Ctrl-C | Back | Back
      + listed undoing rows anywhere

    // The layers. Enter opens another editor, for the layer's file.
    = layers
      The layer
        activate | Enter Right l | Edit the layer | Edit
        back | Esc Left h q Backspace Ctrl-C L | Back | Back
      + listed rows anywhere

    // The reasons for a value. The key that opens it closes it, too, and Enter goes to the setting that a condition reads.
    = why
      The conditions
        activate | Enter Right l | Go to the setting | Go to
        back | Esc Left h q Backspace Ctrl-C w | Back | Back
      + listed rows anywhere

    // The message for the history while it is typed, on one line.
    = message
      The message
        accept | Enter | Accept the message | Accept
        back | Esc Ctrl-C | Keep the old message | Cancel
      + typing besideText

    // The versions of the history. Nothing here changes the file: a rollback opens its review first.
    = history
      The version
        activate | Enter Right l | All its changes | Changes
        rollBack | r b | Roll back to the version, after a review | Roll back
        confirm | K | Confirm the pending changes
        cancelConfirmation | X | Cancel the pending confirmation: roll back
        back | Esc Left h q Backspace Ctrl-C | Back | Back
      + listed rows anywhere

    // A question. The letters of its buttons aren't here: each question has its own, which reach the screen as text.
    = dialog
      The question
        accept | Enter Space | Press the button | Press
        nextPane | Tab Right l Down j | Next button | Next
        previousPane | Shift-Tab Left h Up k | Previous button
        back | Esc q Ctrl-C Backspace | Back without an answer | Back
        pageDown | PgDn | Scroll down
        pageUp | PgUp | Scroll up
      + besideQuestion

    // Text to read. The keys that open such a screen (`?`, F1, `i`, Enter) close it, too; Space is a page down, as in less.
    = reading
      Reading
        back | Esc Left h q Backspace Ctrl-C Enter ? i F1 | Back | Back
        pageDown | PgDn Space | Page down | Page down
      Moving
        + movingUp
        + movingFar
      The editor
        + terminal
    """
}

extension KeyMap.Binding {
  fileprivate init(row: Substring) {
    let blank = UInt8(ascii: " ")
    let cells = row.utf8.split(separator: UInt8(ascii: "|")).map { cell in
      let cell = cell.drop { $0 == blank }
      return String(Substring(cell.last == blank ? cell.dropLast() : cell))
    }
    guard cells.count >= 3, let command = Command(rawValue: cells[0]) else {
      preconditionFailure("The table of keys has a malformed row: \(row)")
    }
    self.init(
      command: command,
      keys: cells[1].utf8.split(separator: blank).map { name in
        guard let key = Key(named: String(Substring(name))) else {
          preconditionFailure("The table of keys has an unknown key: \(row)")
        }
        return key
      }, title: cells[2], hint: cells.count > 3 ? cells[3] : nil)
  }
}
