import SettingsEditing

/// The keys of the main screen: those of the settings, those of the sections, and what both have.
extension BrowseScreen: PageOfValues {
  private typealias Entry = PageKeys<BrowseScreen>.Entry

  var keys: PageKeys<BrowseScreen> { pane == .settings ? Self.keys : Self.sectionKeys }

  /// Ctrl-C leaves, like `q`: it asks if changes are staged, and never ends the process. `n` is “no”, and “next found” where that means
  /// nothing (``change(by:_:)``).
  nonisolated static let keys = PageKeys<BrowseScreen>(
    "The setting",
    Entry.values(title: "Change the setting", no: "Set to false, or the next setting found") + [
      // Reset is about the value, remove about the key in the file. For most settings they do the same; which is shown as a hint depends
      // on the setting.
      onSetting(.reset, keys: "r", title: "Reset to the default", hint: "Reset") { _, entry, _ in
        [.edit(.remove(ValuePlace(entry)))]
      },
      onSetting(.remove, keys: "d Del", title: "Remove from the file", hint: "Remove") {
        _, entry, _ in [.edit(.remove(ValuePlace(entry)))]
      },
      // A default that is stored stays when a later version of the app has another.
      onSetting(.store, keys: "S", title: "Store the value, also if it is the default") {
        _, entry, context in
        let title = entry.setting.title
        if context.model.isSet(entry.path) { return [.note("\(title) is stored already.")] }
        guard let value = context.model.value(at: entry.path), value != .null || entry.setting.isOptional
        else {
          return [.note("\(title) has no value to store.")]
        }
        return [.edit(.store(value, at: ValuePlace(entry)))]
      },
      onSetting(.rename, keys: "F2", title: "Rename the key") { page, entry, context in
        page.rename(entry, context)
      },
      onSetting(.unstage, keys: "R", title: "Unstage the change") { _, entry, _ in
        [.edit(.unstage(entry.path))]
      },
      onSetting(.editExternally, keys: "e", title: "Edit in your editor ($VISUAL, $EDITOR)") {
        _, entry, context in [context.core.editExternally(ValuePlace(entry))]
      },
      onSetting(.details, keys: "i", title: "Details of the setting") { _, entry, _ in
        [.open { _ in LinesScreen(detailsOf: entry) }]
      },
      onSetting(.why, keys: "w", title: "Show why: origin of the value, rules, conditions", hint: "Why") {
        _, entry, _ in [.open { _ in WhyScreen(entry.path) }]
      },
      .init(.copy, keys: "c", title: "Copy the path, the value, or all changes as a command") {
        page, context in
        if let row = page.focusedAppRow(context), !row.isAction {
          let text = context.core.appRows.details[row.name]
          return text.map { [.copy($0), .say(.init("Copied \(row.title).", role: .success))] }
        }
        let (place, section) = (page.focusedEntry(context).map { ValuePlace($0) }, page.section)
        return [.open { CopyScreen(place, section: section, context: $0) }]
      },
    ] + Entry.nodes,
    .init(
      "Panes",
      panes + [
        // Back isn't leaving here: from the settings it leads to the sections, as Left does.
        .init(.back, keys: "Left h Esc Backspace", title: "To the sections") { page, context in
          if let actions = page.cancelingFocused(context) { return actions }
          page.pane = .sections
          page.syncTree(context)
          return []
        }
      ]), .init("Finding", showing(next: "")),
    .init("Changes", changes),
    .init(KeyMap.rows) { page, command, context in
      let before = page.settings.focus
      guard page.settings.move(command, of: page.rows(context).count) else { return nil }
      page.settleFocus(from: before, context)
      return []
    }, leaving)

  nonisolated static let sectionKeys = PageKeys<BrowseScreen>(
    "The section",
    [
      .init(.activate, keys: "Enter", title: "To the section's settings", hint: "Open") { page, _ in
        page.pane = .settings
        return []
      },
      onSection(.forward, keys: "Right l", title: "Open the section") { page, node, _ in
        if page.closed.remove(node) == nil { page.pane = .settings }
        return []
      },
      onSection(.toggle, keys: "Space", title: "Show or hide the sections inside") { page, node, context in
        guard !context.outline.listedChildren(of: node).isEmpty else { return nil }
        if page.closed.remove(node) == nil { page.closed.insert(node) }
        return []
      },
      onSection(
        .reset, keys: "r", title: "Reset all settings of the section to their defaults", hint: "Reset all"
      ) { _, node, _ in [.edit(.resetSection(node))] },
      onSection(.remove, keys: "d Del", title: "Remove the section with everything in it from the file") {
        _, node, _ in [.edit(.removeSection(node))]
      },
      onSection(.rename, keys: "F2", title: "Rename the key") { page, node, context in
        let section = context.outline.nodes[node].section
        guard section.isUndescribed, let parent = context.outline.nodes[node].parent else {
          return [.say(.namedByForm(section.title))]
        }
        return page.rename(section.key, in: parent)
      },
      onSection(.editJSON, keys: "J", title: "Edit the section as JSON") { _, node, context in
        let path = context.outline.nodes[node].path
        return [.open { TextScreen(section: path, $0) }]
      },
      onSection(.comment, keys: "#", title: "Edit the comment above it") { _, node, context in
        context.core.editComment(ofSection: node)
      },
      onSection(.commentOut, keys: "C", title: "Comment the section out, or in again") { _, node, context in
        let path = context.outline.nodes[node].path
        return path.isRoot ? nil : context.core.switchComment(at: path)
      },
      onSection(.unstage, keys: "R", title: "Unstage all changes in the section") { _, node, _ in
        [.edit(.unstageSection(node))]
      },
      onSection(.why, keys: "w", title: "Show why: rules and conditions") { _, node, context in
        let path = context.outline.nodes[node].path
        return [.open { _ in WhyScreen(path) }]
      },
      onSection(.copy, keys: "c", title: "Copy the path, or all changes as a command") { _, node, _ in
        [.open { CopyScreen(nil, section: node, context: $0) }]
      },
      onSection(.backward, keys: "Left h", title: "Close the section, or go to the one around it") {
        page, node, context in
        guard node != 0, !context.outline.listedChildren(of: node).isEmpty, !page.closed.contains(node)
        else {
          return page.goOut(of: node, context)
        }
        page.closed.insert(node)
        return []
      },
      onSection(.back, keys: "Esc Backspace", title: "To the section around it") {
        page, node, context in page.goOut(of: node, context)
      },
    ], .init("Panes", panes),
    .init("Finding", showing(next: "n")), .init("Changes", changes),
    .init(KeyMap.rows) { page, command, context in
      let visible = page.visibleSections(context)
      guard page.sections.move(command, of: visible.count), visible.indices.contains(page.sections.focus)
      else {
        return nil
      }
      page.show(visible[page.sections.focus], in: context)
      return []
    }, leaving)

  nonisolated private static var panes: [Entry] {
    [
      .init(.nextPane, keys: "Tab", title: "Switch panes", hint: "Pane") { $0.switchPanes($1) },
      .init(.previousPane, keys: "Shift-Tab", title: "Switch panes") {
        $0.switchPanes($1)
      },
    ]
  }

  /// What finds and shows settings, in both panes.
  nonisolated private static func showing(next: String) -> [Entry] {
    [
      .search(hint: "Search"),
      .init(.searchNext, keys: next, title: "Next setting found") { $0.found(1, in: $1) },
      .init(.searchPrevious, keys: "N", title: "Previous setting found") { $0.found(-1, in: $1) },
      .init(.tree, keys: "T", title: "The file as it is: a tree with its comments", hint: "Tree") {
        page, context in
        let path = page.focusedPlace(context)?.path ?? context.outline.nodes[page.section].path
        return [.open { TreeScreen($0, at: path) }]
      },
      .init(.problems, keys: "!", title: "All problems, also those of unknown keys", hint: "Problems") {
        _, _ in [.open { ProblemsScreen($0) }]
      },
      .init(.problemNext, keys: "p", title: "Next setting with a problem") { $0.problem(1, in: $1) },
      .init(.problemPrevious, keys: "P", title: "Previous setting with a problem") {
        $0.problem(-1, in: $1)
      },
      .init(.filter, keys: "f", title: "Show all, only changed, or only non-default settings") {
        _, context in [.show(context.core.filter.next)]
      },
      .showSet(hint: "Only set"),
      .init(.showAdvanced, keys: "a", title: "Show or hide advanced and hidden settings") { _, _ in
        [.toggleAdvanced]
      },
      .init(.add, keys: "A Ins", title: "Add a key to the section", hint: "Add key") { page, context in
        let section = page.currentSection(context)
        let (path, shown) = (context.outline.nodes[section].path, context.outline.nodes[section].section)
        guard
          page.canAddKey(context)
            || shown.items.contains(where: { !context.core.hasMember($0.key, in: path) })
        else { return [.note("All keys of \(shown.title) are set already.")] }
        return [.open { KeyScreen(in: section, $0) }]
      },
    ]
  }

  /// What happens to the draft as a whole and to the file, in both panes.
  nonisolated private static var changes: [Entry] {
    [
      .review, .undo(hint: "Undo"),
      .init(.history, keys: "H", title: "History of the file, and rollback") { _, context in
        do throws(SettingsStoreError) {
          let versions = try context.model.store.history()
          return [.open { HistoryScreen(versions, context: $0) }]
        } catch {
          return [.problem(error.description)]
        }
      },
      .init(.layers, keys: "L", title: "Layers: where values come from, and which file is edited") {
        _, context in
        context.model.store.hasOtherLayers ? [.open { LayersScreen($0) }] : [.say(.noOtherLayers)]
      },
      .confirm, .cancelConfirmation, .editAll, .redo,
      // Both leave the settings file as it is.
      .init(.load, keys: "o", title: "Load a preset or another file into the draft") { _, _ in
        [.open { _ in FilePathScreen(saves: false) }]
      },
      .init(.save, keys: "W", title: "Save the draft to another file, without applying it") { _, _ in
        [.open { _ in FilePathScreen(saves: true) }]
      },
    ]
  }

  /// In the two panes, `q` and Ctrl-C leave the editor. Elsewhere they are one step back.
  nonisolated private static var leaving: PageKeys<BrowseScreen>.Group {
    .init(
      "Leaving",
      [
        .init(.quit, keys: "q ^C", title: "Leave", hint: "Leave") { page, context in
          page.cancelingFocused(context) ?? [.quit]
        }
      ])
  }

  nonisolated private static func onSetting(
    _ command: Command, keys: String, title: String, hint: String? = nil,
    handler: @escaping @MainActor (inout BrowseScreen, FormIndex.Entry, ScreenContext) -> [EditorAction]?
  ) -> Entry {
    .init(command, keys: keys, title: title, hint: hint) { page, context in
      page.focusedEntry(context).flatMap { handler(&page, $0, context) }
    }
  }

  nonisolated private static func onSection(
    _ command: Command, keys: String, title: String, hint: String? = nil,
    handler: @escaping @MainActor (inout BrowseScreen, _ node: Int, ScreenContext) -> [EditorAction]?
  ) -> Entry {
    .init(command, keys: keys, title: title, hint: hint) { page, context in
      page.focusedSection(context).flatMap { handler(&page, $0, context) }
    }
  }

  /// The section with the focus: in the tree, or by its link among the settings.
  func focusedSection(_ context: ScreenContext) -> Int? {
    guard pane == .sections else {
      if case .section(let node)? = focusedItem(context) { return node }
      return nil
    }
    let visible = visibleSections(context)
    return visible.indices.contains(sections.focus) ? visible[sections.focus] : nil
  }

  func focusedPlace(_ context: ScreenContext) -> ValuePlace? {
    pane == .settings ? focusedEntry(context).map { ValuePlace($0) } : nil
  }

  /// The row can be one of the app, or a link to a section. `n` is “no” on a Boolean setting, unless it goes through what was found.
  mutating func change(by command: Command, _ context: ScreenContext) -> [EditorAction]? {
    let opens = command == .activate || command == .forward
    if command == .no {
      guard !isStepping, case .boolean? = focusedEntry(context)?.setting.kind else {
        return found(1, in: context)
      }
    }
    if let row = focusedAppRow(context) {
      guard command == .activate else { return nil }
      return row.isAction ? [.run(row)] : [.note("The app provides \(row.title); it is not a setting.")]
    }
    if opens, case .section(let node)? = focusedItem(context) {
      go(toSection: node, context)
      return []
    }
    return focusedPlace(context).flatMap { context.core.actions(of: command, on: $0) }
  }

  private mutating func switchPanes(_ context: ScreenContext) -> [EditorAction] {
    pane = pane == .settings ? .sections : .settings
    if pane == .sections { syncTree(context) }
    return []
  }

  private mutating func goOut(of node: Int, _ context: ScreenContext) -> [EditorAction] {
    guard let parent = context.outline.nodes[node].parent else {
      return [.note("This is the outermost section; \(context.key(.quit, in: .sections)) leaves the editor.")]
    }
    let visible = visibleSections(context)
    sections.move(to: visible.firstIndex(of: parent) ?? 0, of: visible.count)
    show(parent, in: context)
    return []
  }

  /// Only a key that the form doesn't name, and that the file has, can become another one.
  private func rename(_ entry: FormIndex.Entry, _ context: ScreenContext) -> [EditorAction] {
    let title = entry.setting.title
    guard entry.setting.traits.contains(.listed), let position = context.index.position(of: entry.path) else {
      return [.say(.namedByForm(title))]
    }
    if entry.setting.traits.contains(.readOnly) { return [.say(.readOnly(title))] }
    guard context.model.isSet(entry.path) else { return [.note("\(title) isn't set.")] }
    return rename(entry.setting.key, in: context.outline.sections[position])
  }

  private func rename(_ key: String, in section: Int) -> [EditorAction] {
    [.open { KeyScreen(in: section, renaming: key, $0) }]
  }
}
