import SettingsEditing
import SettingsTUI

/// Changes settings.
///
///     network.port=9090        network.port: 8080 → 9090
///     tags.-=c                 tags: a, b → a, b, c
///     tags+=b                  nothing to change: tags has b
///     tags-=b                  tags: a, b → a
///     tags[0]=x                exit 1: there is no setting "tags[0]"; write tags.0. …
///     network.port=99999       exit 1: Use 65535 or less instead of 99999.
///
/// All assignments are staged in one draft, each on top of the ones before, and applied together: if one of them is wrong, none is made.
///
/// Everything that can be checked without the values is checked before a value is asked for: nobody should type a password for a path that
/// doesn't exist. A value that is set is stored even if it is the default, because that is what the user has asked for.
enum SetCommand: Command {
  static let name = "set"
  static let operands: [Operand] = [.file, .several("PATH[=VALUE]", .assignment)]
  static let summary = """
    Changes settings, all or none.
    PATH is a setting, or a part of one: an element of a list by its index, by one of its members ([name=eu]), or "-" after
    the last one; an entry of a dictionary; a member of a struct or of the chosen alternative. A key with "=" in it, or with
    "+", "-" or ":" at its end, is written in quotation marks: '"a=b"=1'.
    PATH=VALUE is parsed by the setting's type, PATH:=JSON as JSON. PATH+=VALUE appends to a list that doesn't contain the
    value, PATH-=VALUE removes the value from a list; repeated, both change nothing. SECTION:=OBJECT replaces all settings of
    a section. PATH alone asks for the value and hides a secret while it is typed; without a terminal, the standard input is
    the value, or has one line for each of several values. This keeps secrets out of the list of processes and the shell's
    history.
    On a terminal it shows the review and asks first.
    """
  static let options = [.new] + ApplyWorkflow.options + [.comment, .once]
  static let input = CommandInput.filters

  /// Throws if the settings and values that are asked for would both be the standard input.
  static func check(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.first == Arguments.standardInput else { return }
    let assignments = try arguments.operands.dropFirst().map { word throws(Failure) in try Assignment(word) }
    if assignments.contains(where: \.isAsked) {
      throw .usage("The standard input is the settings, so it can't have values, too; write PATH=VALUE.")
    }
  }

  /// Stages all assignments, and lets the workflow review and apply them.
  ///
  /// Ends with 64 for words that are no assignments, with 1 for a path or a value that the form refuses, a read-only setting, a
  /// misspelling, or a "no". Nothing is changed then. A file that doesn't exist is created.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let assignments = try arguments.operands.dropFirst().map { word throws(Failure) in try Assignment(word) }
    if arguments[.schema] == "-", assignments.contains(where: \.isAsked) {
      throw .usage("The standard input is the form, so it can't have values, too; write PATH=VALUE.")
    }
    if arguments[.comment] != nil, assignments.count != 1 {
      throw .usage("--comment is about one key; set the others with another command.")
    }
    if arguments[.comment]?.allSatisfy(\.isWhitespace) == true {
      throw .usage("--comment needs a TEXT that isn't blank.")
    }
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(
      named: assignments.flatMap(\.paths), new: arguments.has(.new) ? .allowed : .unmistakable)
    file.members.replacingRoot = assignments.first { $0.path.isRoot }?.kind
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    // Check all settings before asking for a value.
    let entries = try assignments.map { assignment throws(Failure) -> FormIndex.Entry? in
      if assignment.object != nil, store.index.section(at: assignment.path) != nil { return nil }
      let entry = try entry(of: assignment, in: store)
      // With `--new`, the user has said that the key is meant as it is.
      if !arguments.has(.new) { try checkSpelling(of: assignment, entry, draft: draft, in: store) }
      return entry
    }
    // The values of settings with the assignments before, which are staged together: a list can get a value for each element.
    var staged: [StagedValue] = []
    var numbers: [SettingPath: Int] = [:]
    var asked = try AskedValues(count: assignments.count(where: \.isAsked), console)
    func stage() {
      let parts = assignments.map(\.path)
      let values = staged.map { staged in
        StagedValue(
          staged.entry, value: staged.value.map { draft.stored($0, of: staged.entry, setting: parts) })
      }
      draft.stage(values, storesDefaults: true)
      (staged, numbers) = ([], [:])
    }
    for (assignment, entry) in zip(assignments, entries) {
      let isAboutDraft =
        entry == nil || assignment.list(once: arguments.has(.once)) != nil
        || assignment.path.keys.contains { ElementSelector($0) != nil }
      if isAboutDraft { stage() }
      let assignment = assignment.at(try store.resolved(assignment.path, in: draft))
      guard let entry else {
        try replaceSection(with: assignment, in: &draft, of: store)
        continue
      }
      if let list = assignment.list(once: arguments.has(.once)) {
        try change(list, by: assignment, of: entry, in: &draft, of: store)
        continue
      }
      // The value has the assignments before this one, so two of them can be about one list. Only one reference to it is left when it is
      // changed, or each change would copy it.
      let path = entry.path
      let number = numbers[path] ?? staged.count
      if number == staged.count { staged.append(StagedValue(entry, value: draft.value(at: path))) }
      numbers[path] = number
      var current = staged[number].value
      staged[number] = StagedValue(entry, value: nil)
      let places = try store.places(on: assignment.path, in: entry, current)
      let place = places.last ?? ValuePlace(entry)
      guard !place.isReadOnly else { throw .readOnly(assignment.path, in: store) }
      let stored = draft.isSet(path) ? place.value(in: current) : nil
      let value = try value(assignment, at: place, over: stored, in: store, asked: &asked)
      current = ValuePlace.filling(current, on: places)
      place.replace(in: &current, with: value)
      staged[number] = StagedValue(entry, value: current ?? .null)
      if let comment = arguments[.comment] { draft.comment(comment, above: place.path) }
    }
    stage()
    if arguments[.comment] != nil, draft.addsFirstComment {
      console.report(
        "\(store.name): this is the file's first comment; programs that read only strict JSON can't read it then."
      )
    }
    try await workflow.run(.draft(draft), in: store)
  }

  /// Returns the setting that a path leads to or into. Throws if there is none, with advice, or if it is read-only.
  ///
  /// A word without `=` that names nothing is a usage failure (64), because it was probably not meant as a path: a value with a space, for
  /// example.
  private static func entry(of assignment: Assignment, in store: StoreEngine) throws(Failure)
    -> FormIndex.Entry
  {
    guard let entry = store.index.entry(containing: assignment.path) else {
      let unknown = store.unknownSetting(assignment.path)
      if let advice = PathAdvice.advice(on: assignment.word, in: store) {
        throw Failure(.refused, message: "\(store.name): there is no setting \(assignment.path)\(advice).")
      }
      guard assignment.isAsked else { throw unknown }
      // A word that doesn't resemble a setting is probably not meant as a PATH.
      throw store.index.nearest(to: assignment.path) == nil
        ? Assignment.malformed("\(assignment.path)") : .usage(unknown.message)
    }
    guard !entry.setting.traits.contains(.readOnly) else { throw .readOnly(assignment.path, in: store) }
    return entry
  }

  /// Checks that a new member isn't another spelling of one that is there: `tags[0]`, where the file has the list `tags`.
  ///
  /// Without a form, every path is allowed, and a slip would write a member named `tags[0]` beside the list. The advice names the path that
  /// was probably meant, `tags.0`. A member that is in the file already isn't checked: its name has been decided. A `*` is checked in every
  /// form, unless it is in quotes or in a JSON Pointer, which have no patterns.
  private static func checkSpelling(
    of assignment: Assignment, _ entry: FormIndex.Entry, draft: Draft, in store: StoreEngine
  ) throws(Failure) {
    let isNew = entry.setting.traits.contains(.undescribed) && !draft.hasStoredMember(at: entry.path)
    let isLiteral = assignment.word.hasPrefix("/") || assignment.word.contains("\"*\"")
    let advice =
      isNew
      ? PathAdvice.advice(on: assignment.word, in: store)
        ?? PathAdvice.advice(on: assignment.path, isLiteral: isLiteral, in: store)
      : isLiteral ? nil : PathAdvice.entryAdvice(on: assignment.path, in: store)
    guard let advice else { return }
    throw Failure(
      .refused,
      message: "\(store.name): there is no setting \(assignment.path)\(advice). \"set --new\" writes "
        + "\(assignment.path) all the same.")
  }

  /// Adds an element to a list that doesn't contain it, or removes each element that is equal to it.
  private static func change(
    _ list: SettingPath, by assignment: Assignment, of entry: FormIndex.Entry, in draft: inout Draft,
    of store: StoreEngine
  ) throws(Failure) {
    let current = draft.value(at: entry.path)
    // The place of a new element, after the places around it.
    let places = try store.places(on: list.appending("-"), in: entry, current)
    guard let element = places.last, let place = places.dropLast().last else { return }
    guard !place.isReadOnly else { throw .readOnly(list, in: store) }
    let old = place.value(in: current) ?? .null
    guard case .array(let elements) = old == .null ? .array([]) : old
    else {
      throw Failure(.refused, message: "\(store.name): \(list) is not a list; write \(list)=VALUE.")
    }
    let value = try assignment.value(at: element, in: store)
    let others = elements.indices.filter { elements[$0] != value }
    let isRemoval = assignment.operation == .remove
    guard isRemoval ? others.count < elements.count : others.count == elements.count else { return }
    let filled = ValuePlace.filling(current, on: places)
    let changed = JSONValue.array(isRemoval ? others.map { elements[$0] } : elements + [value])
    try draft.move(
      [draft.staged(changed, at: place, in: filled)], of: list, in: store,
      storesDefaults: true)
    guard isRemoval else { return }
    // An element that an earlier assignment has added is new.
    draft.note(elementsOf: list, count: elements.count) { origins in
      origins = others.map { origins.indices.contains($0) ? origins[$0] : nil }
    }
  }

  /// Stages an object in place of a section: what it has is set, all other members of the section are reset or removed.
  ///
  ///     network     {"port": 8080, "host": "a"}
  ///     set         network:={"port": 9090}
  ///     afterwards  {"port": 9090}, with the default of the host
  ///
  /// Read-only members may be in the object with the value that they have, since people copy a section, change a line and set it again. A
  /// member that the section can't have is a failure.
  private static func replaceSection(
    with assignment: Assignment, in draft: inout Draft, of store: StoreEngine
  ) throws(Failure) {
    guard let object = assignment.object else { return }
    var values: [StagedValue] = []
    var removed: [SettingPath] = []
    // Collects the values for the settings of the section and of the sections in it; `nil` for what the object lacks.
    func add(_ value: JSONValue?, at path: SettingPath) throws(Failure) {
      if let entry = store.index[path] {
        guard !entry.setting.traits.contains(.readOnly) else {
          if let value, value != draft.value(at: path) { throw .readOnly(path, in: store) }
          return
        }
        if let value { try Assignment.checkMask(value, at: path, of: entry.setting, in: store) }
        values.append(StagedValue(entry, value: value))
      } else if let section = store.index.section(at: path), let object = value.map(\.object) ?? JSONObject()
      {
        guard value != nil || !section.isUndescribed else { return removed.append(path) }
        for item in section.items { try add(object[item.key], at: path.appending(item.key)) }
        let known = Set(section.items.map { ExactText($0.key) })
        for member in object.members where !known.contains(ExactText(member.key)) {
          try add(member.value, at: path.appending(member.key))
        }
      } else {
        throw store.unknownSetting(path)
      }
    }
    try add(.object(object), at: assignment.path)
    draft.stage(values, removing: removed, storesDefaults: true)
  }

  /// Returns the value of an assignment, which is asked for if it isn't in the word.
  private static func value(
    _ assignment: Assignment, at place: ValuePlace, over current: JSONValue?, in store: StoreEngine,
    asked: inout AskedValues
  ) throws(Failure) -> JSONValue {
    guard assignment.isAsked else { return try assignment.value(at: place, over: current, in: store) }
    return try assignment.answered(with: asked.next(for: place)).value(at: place, over: current, in: store)
  }
}

extension Assignment {
  /// Returns the value for a place in the settings. A value that is asked for has to be known.
  ///
  /// Text is read by the type: `2 min` is a duration, `fast` a choice, `a,b` a list. Throws if it can't be, with what can be written
  /// instead. Limits aren't checked here but in the review, which knows all values.
  ///
  /// - Parameter current: The stored value there, whose type is kept where the text fits it.
  func value(
    at place: ValuePlace, over current: JSONValue? = nil, in store: StoreEngine
  ) throws(Failure) -> JSONValue {
    let value: JSONValue
    switch self.value {
    case .json(let json): value = json
    case .typed(let text):
      do throws(ValueTextError) { value = try place.setting.value(parsing: text, over: current) } catch {
        throw Failure(.refused, message: "\(store.name): \(place.path): \(error)")
      }
    case .asked: throw Self.malformed("\(path)")
    }
    try Self.checkMask(value, at: path, of: place.setting, in: store)
    return value
  }

  /// Throws if a secret would become its mask.
  ///
  /// The value `********` is what `get` prints for a secret. Whoever copies it into a `set` would overwrite the secret with asterisks.
  static func checkMask(
    _ value: JSONValue, at path: SettingPath, of setting: FormSetting, in store: StoreEngine
  ) throws(Failure) {
    guard setting.holdsMask(value) else { return }
    throw Failure(
      .refused,
      message:
        "\(store.name): \(path): the value contains a mask instead of a secret; \"get --show-secrets\" prints "
        + "the secret.")
  }

  /// The list whose elements change; `nil` for an assignment that replaces a value.
  ///
  /// - Parameter once: Whether what is appended with the key `-` is only added to a list that doesn't contain it.
  fileprivate func list(once: Bool) -> SettingPath? {
    operation != .set ? path : once && path.keys.last == "-" ? path.parent : nil
  }

  /// The type of the JSON that is assigned; `nil` for text.
  fileprivate var kind: JSONValue.Kind? {
    if case .json(let json) = value { json.kind } else { nil }
  }

  /// The object that is assigned; `nil` for another value.
  fileprivate var object: JSONObject? {
    guard case .json(.object(let object)) = value else { return nil }
    return object
  }

  /// The path, and the paths of the members that an object assigns if the path is a section.
  ///
  /// Members that no form describes need rows before they can be staged, so they are named when the file is opened.
  fileprivate var paths: [SettingPath] {
    guard let object else { return [path] }
    let leaves = object.leaves(at: path)
    return [path] + leaves.set + leaves.removed
  }
}
