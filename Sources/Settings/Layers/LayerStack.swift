/// The values of all layers but the written one, merged.
///
/// It is a value: a snapshot of the stored content has the stack that it was read with.
struct LayerStack: Sendable {
  /// No layers.
  static let none = LayerStack()

  /// The number of the stack among those that a store has read. Stacks of a store with the same number are equal.
  let number: Int
  /// The form's settings; `nil` without layers.
  private let index: FormIndex?
  /// The values below the written layer, by the settings' position in the index.
  private var below: [Int: LayerValue] = [:]
  /// The values above the written layer.
  private var above: [Int: LayerValue] = [:]
  private var locks: [SettingPath: SettingOrigin] = [:]
  /// The warnings about values without an effect, because a layer below locks their settings.
  private(set) var problems: [LayerProblem] = []

  private init() {
    number = 0
    index = nil
  }

  /// Merges layers, the lowest first.
  ///
  /// Cost: linear in the number of values.
  init(number: Int, below lower: [LayerContent], above upper: [LayerContent], index: FormIndex) {
    self.number = number
    self.index = index
    for content in lower {
      merge(content, into: \.below)
      for lock in content.locks where self.lock(at: lock.path) == nil { locks[lock.path] = lock.origin }
    }
    for content in upper { merge(content, into: \.above) }
  }

  private mutating func merge(
    _ content: LayerContent, into values: WritableKeyPath<LayerStack, [Int: LayerValue]>
  ) {
    guard let index else { return }
    guard !locks.isEmpty else {
      self[keyPath: values].merge(content.values) { $1 }
      return
    }
    for (position, value) in content.values.sorted(by: { $0.key < $1.key }) {
      let path = index.settings[position].path
      guard let lock = lock(at: path) else {
        self[keyPath: values][position] = value
        continue
      }
      problems.append(
        LayerProblem(
          "Remove this value, which has no effect; \(lock) locks it.", in: value.origin, at: path,
          severity: .warning))
    }
  }

  /// Whether the layers have no values and no locks.
  var isEmpty: Bool { below.isEmpty && above.isEmpty && locks.isEmpty }

  /// The positions of the settings that have a value in a layer, in form order.
  var positions: [Int] { Set(below.keys).union(above.keys).sorted() }

  // MARK: - Lookups

  // Cost of each: a lookup for each key of the path; none without values.

  /// The settings and sections that a layer below locks.
  var lockedPaths: [SettingPath] { Array(locks.keys) }

  /// Returns the value that a setting has if it isn't set in the written layer; `nil` if no layer below sets it.
  func inherited(_ entry: FormIndex.Entry) -> LayerValue? { value(of: entry, in: below) }

  /// Returns the value that overrides that of the written layer; `nil` if no layer above sets the setting.
  func overriding(_ entry: FormIndex.Entry) -> LayerValue? { value(of: entry, in: above) }

  private func value(of entry: FormIndex.Entry, in values: [Int: LayerValue]) -> LayerValue? {
    guard !values.isEmpty, let position = index?.position(of: entry.path) else { return nil }
    return values[position]
  }

  /// Returns where the value comes from that a setting has whatever the written layer says: another layer sets it above, or locks
  /// it below; `nil` if the written layer decides.
  func overrider(of entry: FormIndex.Entry) -> SettingOrigin? {
    overriding(entry)?.origin ?? lock(of: entry)
  }

  /// Returns the place where a layer below locks a setting or a section, or a section around it; otherwise `nil`.
  func lock(at path: SettingPath) -> SettingOrigin? {
    guard !locks.isEmpty else { return nil }
    for count in 0...path.keys.count {
      if let lock = locks[SettingPath(Array(path.keys.prefix(count)))] { return lock }
    }
    return nil
  }

  /// Returns the place where a layer below locks a setting, or a section around it; otherwise `nil`.
  func lock(of entry: FormIndex.Entry) -> SettingOrigin? {
    // The path of an entry is created when it is read.
    locks.isEmpty ? nil : lock(at: entry.path)
  }

  // MARK: - The written layer

  /// Returns the problem of a change of a locked setting or section; `nil` if it isn't locked.
  func refusal(at path: SettingPath) -> FormProblem? {
    lock(at: path).map { lock in
      FormProblem(path: path, reason: .message("Leave this setting as it is; \(lock) locks it."))
    }
  }

  /// Returns the warnings about values in a document of the written layer that have no effect, because they are locked.
  func lockProblems(in document: JSONDocument) -> [FormProblem] {
    locks.sorted { $0.key.description < $1.key.description }.compactMap { path, lock in
      guard let node = document.node(at: path) else { return nil }
      return FormProblem(
        path: path, severity: .warning,
        reason: .message("Remove this value, which has no effect; \(lock) locks it."),
        position: node.keyPosition ?? node.position)
    }
  }

  // MARK: - Values

  /// Returns the value without the layers above: that of the written layer, unless the setting is locked, or else that of the
  /// layers below; `nil` if none of them sets it.
  ///
  /// - Parameter written: The value in the written layer.
  func editedValue(of entry: FormIndex.Entry, written: JSONValue?) -> JSONValue? {
    if let written, lock(of: entry) == nil { return written }
    return inherited(entry)?.value
  }

  /// Returns the effective value; `nil` if no layer sets it.
  func effectiveValue(of entry: FormIndex.Entry, written: @autoclosure () -> JSONValue?) -> JSONValue? {
    if let value = overriding(entry)?.value { return value }
    return editedValue(of: entry, written: written())
  }
}
