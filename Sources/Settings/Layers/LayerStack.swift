/// The values of all layers but the written layer, merged.
///
///     upper      options, environment, secrets          highest first
///                ───────────────────────────
///     written    the document of the snapshot           isn't in here
///                ───────────────────────────
///     lower      settings.d/*.json, /etc/…              highest first
///
/// A lookup asks the layers from the top and takes the first value. Nothing is merged in advance: a layer of a file keeps its document, and
/// a value is decoded when it is asked for. So a stack of five files costs nothing until then, and each value can tell where it comes from,
/// with line and column.
///
/// A lock (`"$locked"`) in a layer is for the layers above it. Each layer therefore carries the locks of all layers below, and a value
/// under such a lock doesn't count. A lock never holds for its own layer, or an administrator couldn't set what is locked.
///
/// It is a value: a snapshot of the stored content has the stack that it was read with.
///
/// With the locks of `/etc/xdg/trend/settings.json` on `network`:
///
///     options       --network-port 1     doesn't count: locked below
///     environment   TREND_TIMES=9        counts: the value of times
///     written       {"times": 3}         has no effect now
///     /etc/xdg/…    {"$locked": ["network"], "network": {"port": 3128}}     the value of network.port
struct LayerStack: Sendable {
  /// No layers.
  static let none = LayerStack()

  /// The number of the stack among all stacks that a store has read. Stacks of a store with the same number have the same layers, so two
  /// snapshots are compared without comparing values.
  let number: Int
  let writtenName: String
  /// The form; `nil` without layers, so a store without layers doesn't read it for them.
  private let form: StoreForm?
  /// The layers below the written layer, the highest first, as they are searched.
  private var lower: [Layer] = []
  /// The layers above the written layer, the highest first.
  private var upper: [Layer] = []
  /// The locks of the layers below the written layer, which hold for it and for all layers above it.
  private var locks = LayerLocks()
  /// The locks in the written layer itself, which hold for the layers above it. They change with its document.
  private(set) var writtenLocks: [SettingLock] = []

  /// A layer, and the locks of all layers below it. So a lookup in one layer needs no other.
  private struct Layer: Sendable {
    let content: LayerContent
    let locks: LayerLocks

    /// Returns the value of a setting; `nil` if the layer doesn't set it, or if a lower layer locks it.
    func value(of entry: FormIndex.Entry) -> LayerValue? {
      guard let value = content.value(of: entry), locks.isEmpty || locks.origin(at: entry.path) == nil else {
        return nil
      }
      return value
    }
  }

  private init() {
    number = 0
    writtenName = ""
    form = nil
  }

  /// Puts layers on top of each other, the lowest first. Their values are read when they are requested.
  ///
  /// - Parameter writtenName: The name of the layer between them.
  init(
    number: Int, below: [LayerContent], writtenName: String, above: [LayerContent], form: StoreForm
  ) {
    self.number = number
    self.writtenName = writtenName
    self.form = form
    lower = Self.stack(below, on: &locks)
    stackUpper(above)
  }

  private mutating func stackUpper(_ contents: [LayerContent]) {
    var locks = locks
    locks.add(writtenLocks)
    upper = Self.stack(contents, on: &locks)
  }

  /// Returns layers, the highest first, and adds their locks to the locks of the layers below. Layers without values and locks are left
  /// out.
  private static func stack(_ contents: [LayerContent], on locks: inout LayerLocks) -> [Layer] {
    var layers: [Layer] = []
    for content in contents where !(content.isEmpty && content.locks.isEmpty) {
      layers.append(Layer(content: content, locks: locks))
      locks.add(content.locks)
    }
    return layers.reversed()
  }

  /// Returns the layers around a document of the written layer, whose locks hold for the layers above it. Cost: none if the locks are the
  /// same as before.
  func around(_ locks: [SettingLock]) -> LayerStack {
    guard locks != writtenLocks else { return self }
    var stack = self
    stack.writtenLocks = locks
    stack.stackUpper(upper.reversed().map(\.content))
    return stack
  }

  /// Whether another stack of the store has the same layers, and the same locks in the written layer.
  func isSame(as other: LayerStack) -> Bool { number == other.number && writtenLocks == other.writtenLocks }

  var isNone: Bool { form == nil }

  /// Whether the layers have no values and no locks.
  var isEmpty: Bool { lower.isEmpty && upper.isEmpty }

  /// The positions of the settings that have a value in a layer, in form order.
  ///
  /// Cost: linear in the number of values.
  var positions: [Int] {
    guard let form, !isEmpty else { return [] }
    let index = form.index
    var positions: Set<Int> = []
    for layer in lower + upper { positions.formUnion(layer.content.positions(in: index)) }
    return positions.sorted()
  }

  /// The warnings about values that have no effect, because a lower layer locks their settings; the lowest layer first.
  ///
  /// Cost: linear in the number of values of the layers above a lock.
  var problems: [SettingsLayerProblem] {
    (upper + lower).reversed().filter { !$0.locks.isEmpty }.flatMap(problems)
  }

  private func problems(of layer: Layer) -> [SettingsLayerProblem] {
    guard let index = form?.index else { return [] }
    return layer.content.positions(in: index).sorted().compactMap { position in
      let entry = index.settings[position]
      guard let lock = layer.locks.origin(at: entry.path), let value = layer.content.value(of: entry) else {
        return nil
      }
      return SettingsLayerProblem(Self.noEffect(lock), in: value.origin, at: entry.path, severity: .warning)
    }
  }

  private static func noEffect(_ lock: SettingOrigin) -> String {
    "Remove this value, which has no effect; \(lock) locks it."
  }

  // MARK: - Lookups

  // Cost of each: a lookup for each key of the path in each layer; none without values.

  /// The settings and sections that a layer below locks.
  var lockedPaths: [SettingPath] { locks.all.map(\.path) }

  /// Returns the value that a setting has if it isn't set in the written layer; `nil` if no layer below sets it. An editor shows it as what
  /// a reset leads to.
  func inherited(_ entry: FormIndex.Entry) -> LayerValue? {
    Self.value(of: entry, in: lower)
  }

  /// Returns the value that overrides the written layer's value; `nil` if no layer above sets the setting. A value above a lock doesn't
  /// override anything.
  func overriding(_ entry: FormIndex.Entry) -> LayerValue? {
    Self.value(of: entry, in: upper)
  }

  private static func value(of entry: FormIndex.Entry, in layers: [Layer]) -> LayerValue? {
    for layer in layers { if let value = layer.value(of: entry) { return value } }
    return nil
  }

  /// Returns the origin of a value that the written layer can't change: another layer sets it above, or locks
  /// it below; `nil` if the written layer decides.
  func overrider(of entry: FormIndex.Entry) -> SettingOrigin? {
    overriding(entry)?.origin ?? lock(of: entry)
  }

  /// Returns the place where a layer below locks a setting or a section, or a section around it; otherwise `nil`.
  func lock(at path: SettingPath) -> SettingOrigin? { locks.origin(at: path) }

  /// Returns the place where a layer below locks a setting, or a section around it; otherwise `nil`.
  func lock(of entry: FormIndex.Entry) -> SettingOrigin? {
    // The path of an entry is created when it is read.
    locks.isEmpty ? nil : lock(at: entry.path)
  }

  // MARK: - The written layer

  /// Returns the problem of a change of a locked setting or section, with the place of the lock; `nil` if it isn't locked.
  func refusal(at path: SettingPath) -> FormProblem? {
    lock(at: path).map { lock in
      FormProblem(path: path, reason: .message("Leave this setting as it is; \(lock) locks it."))
    }
  }

  /// Returns the warnings about values in a document of the written layer that have no effect, because they are locked. They aren't errors:
  /// the lock may have been added after the values.
  func lockProblems(in document: JSONDocument) -> [FormProblem] {
    locks.all.compactMap { lock in
      guard let node = document.node(at: lock.path) else { return nil }
      // The braces of a section stay when its last value is removed.
      if node.kind == .object, node.count == 0, form?.index[lock.path] == nil { return nil }
      return FormProblem(
        path: lock.path, severity: .warning, reason: .message(Self.noEffect(lock.origin)),
        position: node.keyPosition ?? node.position)
    }
  }

  /// Returns the problems of a document of the written layer without the missing keys of settings that other layers set.
  ///
  /// A schema of another author checks the document without other layers, so all of its problems stay.
  func leavingOutSetKeys(_ problems: [FormProblem], in index: FormIndex) -> [FormProblem] {
    guard !isEmpty, index.form.source == nil else { return problems }
    return problems.filter { problem in
      guard let missing = index.settings(missingBy: problem) else { return true }
      return missing.contains { effectiveValue(of: $0, written: nil) == nil }
    }
  }

  /// Returns problems with each missing setting at its own path, for a person who has to set them. A missing section stands for the
  /// settings in it that have to be set.
  func placingMissingSettings(_ problems: [FormProblem], in index: FormIndex) -> [FormProblem] {
    problems.flatMap { problem -> [FormProblem] in
      guard let missing = index.settings(missingBy: problem) else { return [problem] }
      return missing.filter { effectiveValue(of: $0, written: nil) == nil }.map { entry in
        var placed = problem
        placed.path = entry.path
        placed.reason = .missingKey(entry.setting.key)
        return placed
      }
    }
  }

  /// Returns the problem of a rule at the value of another layer that breaks it; `nil` if the written layer does.
  ///
  /// If several layers set the rule's settings, the highest one is blamed, because its value is the one to change first. The written layer
  /// is blamed if it sets one of the settings and no layer above it does.
  ///
  /// - Parameters:
  ///   - problems: The problems of the rule's settings.
  ///   - document: The document of the written layer.
  func cause(of problems: [FormProblem], in index: FormIndex, _ document: JSONDocument)
    -> SettingsLayerProblem?
  {
    func cause(in layers: [Layer]) -> SettingsLayerProblem? {
      for layer in layers {
        for problem in problems {
          guard let entry = index[problem.path], let value = layer.value(of: entry) else { continue }
          return SettingsLayerProblem(problem, in: value.origin)
        }
      }
      return nil
    }
    if let problem = cause(in: upper) { return problem }
    let isWritten = problems.contains { problem in
      index[problem.path].map { document.node(of: $0) != nil && lock(of: $0) == nil } ?? false
    }
    return isWritten ? nil : cause(in: lower)
  }

  // MARK: - Values

  /// Returns the value without the layers above: what the written layer sets, unless the setting is locked, or else what a layer below
  /// sets; `nil` if none of them sets it.
  ///
  /// - Parameter written: The value in the written layer.
  func editedValue(of entry: FormIndex.Entry, written: JSONValue?) -> JSONValue? {
    if let written, lock(of: entry) == nil { return written }
    return inherited(entry)?.value
  }

  /// Returns the effective value; `nil` if no layer sets it. The written value is only computed if no layer above has one.
  func effectiveValue(of entry: FormIndex.Entry, written: @autoclosure () -> JSONValue?) -> JSONValue? {
    if let value = overriding(entry)?.value { return value }
    return editedValue(of: entry, written: written())
  }
}

extension FormIndex {
  /// Returns the settings that have to be set because of a problem; `nil` if it isn't about the missing key of a setting, or of a section
  /// with required settings.
  fileprivate func settings(missingBy problem: FormProblem) -> [Entry]? {
    guard form.source == nil, case .missingKey(let key) = problem.reason,
      let section = section(at: problem.path)
    else { return nil }
    let paths = section.requiredSettings(under: key, at: problem.path)
    return paths.isEmpty ? nil : paths.compactMap { self[$0] }
  }
}

extension FormSection {
  /// Returns the settings that have to be set because a member of the section is missing: the setting itself, or the required settings in
  /// an inner section.
  fileprivate func requiredSettings(under key: String, at path: SettingPath) -> [SettingPath] {
    let place = path.appending(key)
    switch items.first(where: { $0.key == key }) {
    case .setting?: return [place]
    case .section(let inner)?:
      return inner.requiredKeys.flatMap { inner.requiredSettings(under: $0, at: place) }
    case nil: return []
    }
  }
}
