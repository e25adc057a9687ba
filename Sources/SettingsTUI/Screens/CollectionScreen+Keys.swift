import SettingsEditing

extension CollectionScreen {
  /// The elements of a list, which have an order: they are inserted and moved, where the entries of the other two have keys that are
  /// renamed.
  nonisolated static let keys = PageKeys<CollectionScreen>(
    "The element",
    values + whole + adding + [
      .onRow(.insertBefore, keys: "i", title: "Insert an element before this one") { page, row, context in
        page.add(before: row, context)
      },
      // Terminals differ in which modifiers they send with an arrow, so all three move the element, and so do two characters.
      changing(.moveElementUp, keys: "< Shift-Up Alt-Up Ctrl-Up", title: "Move the element up", hint: "Up"),
      changing(
        .moveElementDown, keys: "> Shift-Down Alt-Down Ctrl-Down", title: "Move the element down",
        hint: "Down"),
    ], .finding, .changes, .rows)

  /// The entries of a dictionary. Their order means nothing, so they can't be moved; their keys can be renamed.
  nonisolated static let dictionaryKeys = PageKeys<CollectionScreen>(
    "The entry", values + whole + adding + renaming, .finding, .changes, .rows)

  /// The fields of an object, and entries beside them. A field can be reset to its default, which an element of a list doesn't have.
  nonisolated static let objectKeys = PageKeys<CollectionScreen>(
    "The field",
    values + whole + adding + renaming + [
      changing(.reset, keys: "r", title: "Reset to the default"),
      changing(.store, keys: "S", title: "Store the value, also if it is the default"),
    ], .finding, .changes, .rows)

  nonisolated private static var values: [PageKeys<CollectionScreen>.Entry] {
    PageKeys<CollectionScreen>.Entry.values(title: "Change") + PageKeys<CollectionScreen>.Entry.nodes
  }

  /// What is about the whole value, whatever row has the focus.
  nonisolated private static var whole: [PageKeys<CollectionScreen>.Entry] {
    [
      .back(),
      .init(.editExternally, keys: "e", title: "Edit the whole value in your editor ($VISUAL, $EDITOR)") {
        page, context in [context.core.editExternally(page.place)]
      },
      .editAll,
      .init(.why, keys: "w", title: "Show why: origin of the value, rules, conditions") { page, _ in
        let path = page.place.entry.path
        return [.open { _ in WhyScreen(path) }]
      },
      .init(.copy, keys: "c", title: "Copy the path, the value, or all changes as a command") {
        page, context in
        let entry = page.place.entry
        // The keys on the way to a part can be secrets.
        let place =
          entry.setting.holdsSecrets ? ValuePlace(entry) : page.focusedPlace(context) ?? page.place
        return [.open { CopyScreen(place, context: $0) }]
      },
      .init(.tree, keys: "T", title: "The file as it is: a tree with its comments") { page, context in
        let path = page.focusedPlace(context)?.path ?? page.place.path
        return [.open { TreeScreen($0, at: path) }]
      },
      .showSet(), .review,
    ]
  }

  /// What adds and removes elements and entries. `d` removes, as in vi; `D` duplicates.
  nonisolated private static var adding: [PageKeys<CollectionScreen>.Entry] {
    [
      .init(.add, keys: "a A Ins", title: "Add", hint: "Add") { page, context in page.add(context) },
      changing(.duplicate, keys: "D", title: "Duplicate"),
      changing(.remove, keys: "d Del", title: "Remove from the file", hint: "Remove"),
    ]
  }

  /// What only an entry with a key has. F2 renames, as in file managers.
  nonisolated private static var renaming: [PageKeys<CollectionScreen>.Entry] {
    [changing(.rename, keys: "N F2", title: "Rename the key", hint: "Rename")]
  }

  nonisolated private static func changing(
    _ command: Command, keys: String, title: String, hint: String? = nil
  ) -> PageKeys<CollectionScreen>.Entry {
    .onRow(command, keys: keys, title: title, hint: hint) { page, row, context in
      page.change(command, row: row, in: context)
    }
  }
}
