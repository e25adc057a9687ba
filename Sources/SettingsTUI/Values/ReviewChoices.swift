import SettingsEditing

/// What the user chose in the review of the draft. It outlasts the screen: the next review starts with it.
///
/// A change that is left out stays left out until it is applied or until another value is staged: it must not be applied because somebody
/// looked at a setting in between. That is why the staged value is remembered and not only the path:
///
///     password = "hunter2" is staged and left out     the review shows [ ] Password
///     the review is closed and opened again           [ ] Password
///     undo, redo                                      [ ] Password
///     password = "hunter3" is staged                  [✓] Password
///
/// Parts of a value are remembered as changes and found again by their content, since an element can have moved meanwhile.
struct ReviewChoices: Equatable {
  /// The settings that are left out, with the value that was staged then; `nil` for a reset.
  ///
  /// A setting without a key in the dictionary isn't left out; a key with the value `nil` leaves out a reset.
  private var settings: [SettingPath: JSONValue?] = [:]
  /// The parts that are left out, by their settings.
  private var parts: [SettingPath: [SettingPartChange]] = [:]
  /// The time limit to confirm the next apply; `nil` if nothing was chosen.
  var confirmWithin: Duration?
  /// The message that the history records with the next apply.
  var message = ""

  /// Whether nothing is left out.
  var leavesNothingOut: Bool { settings.isEmpty && parts.isEmpty }

  /// Returns what is left out of some changes. A choice for a value that isn't staged anymore is ignored.
  ///
  /// Cost: linear in the number of changes, and compares the values of changes of which a part is left out.
  func leftOut(of changes: [SettingChange]) -> Set<FormReview.Item> {
    guard !leavesNothingOut else { return [] }
    var items: Set<FormReview.Item> = []
    for change in changes {
      if let value = settings[change.path], value == change.stagedValue {
        items.insert(.setting(change.path))
      } else if let left = parts[change.path] {
        items.formUnion(left.compactMap { $0.counterpart(in: change.parts) }.map { .part($0.id) })
      }
    }
    return items
  }

  /// Leaves out exactly some of the changes. Earlier choices are forgotten, also for settings that aren't among the changes.
  mutating func leaveOut(_ items: Set<FormReview.Item>, of changes: [SettingChange]) {
    settings = [:]
    parts = [:]
    guard !items.isEmpty else { return }
    for change in changes {
      if items.contains(.setting(change.path)) {
        settings[change.path] = .some(change.stagedValue)
      } else if items.contains(where: { change.path.contains($0.path) }) {
        parts[change.path] = change.parts.filter { items.contains(.part($0.id)) }
      }
    }
  }

  /// Removes the choices for changes that aren't staged anymore, or that stage another value.
  mutating func removeAll(except changes: [SettingChange]) {
    leaveOut(leftOut(of: changes), of: changes)
  }

  /// Takes over what is still staged after an apply: exactly what was left out. The time limit and the message were for that apply.
  ///
  /// If only some parts of a setting were left out, the other parts are stored now. What is still staged is what was left out, so the whole
  /// setting is left out from now on.
  mutating func finishApply(leaving changes: [SettingChange]) {
    let left = Set(settings.keys).union(parts.keys)
    self = ReviewChoices()
    for change in changes where left.contains(change.path) {
      settings[change.path] = .some(change.stagedValue)
    }
  }
}

extension SettingChange {
  /// The value that is staged; `nil` for a reset.
  fileprivate var stagedValue: JSONValue? { kind == .remove ? nil : new }
}

extension SettingPartChange {
  /// Returns the same change among others, preferably at the same place of the value, else anywhere in it.
  ///
  /// After an element is inserted at the start of a list, what was a change of element 0 is a change of element 1.
  fileprivate func counterpart(in others: [SettingPartChange]) -> SettingPartChange? {
    func isSame(_ other: SettingPartChange) -> Bool {
      other.kind == kind && other.new == new && other.old == old
    }
    return others.first { $0.id == id && isSame($0) } ?? others.first(where: isSame)
  }
}

/// Whether an apply makes a change of the review.
enum ReviewChoice {
  case kept
  /// Some of its parts are left out.
  case partlyKept
  case leftOut
}

/// The items of a review that an apply leaves out.
extension Set<FormReview.Item> {
  /// Returns whether an apply makes the change of a setting or of a part of its value.
  ///
  /// Only a setting can be kept in part. A part of a setting that is left out is left out, too.
  func choice(of item: FormReview.Item, in change: SettingChange) -> ReviewChoice {
    if contains(.setting(change.path)) || contains(item) { return .leftOut }
    guard case .setting = item else { return .kept }
    let leavesPartOut = contains {
      if case .part(let part) = $0 { change.path.contains(part.path) } else { false }
    }
    return leavesPartOut ? .partlyKept : .kept
  }

  /// Leaves an item out; includes it if it was left out.
  ///
  /// A setting whose listed parts are all left out is left out itself. If it is left out and one of its parts is included, its other parts
  /// are left out in its place. So the set never has a setting together with its parts.
  mutating func toggle(_ item: FormReview.Item, in change: SettingChange) {
    let setting = FormReview.Item.setting(change.path)
    let parts = Set(change.comparison.parts.map { FormReview.Item.part($0.id) })
    if item == setting {
      subtract(parts)
      if remove(setting) == nil { insert(setting) }
    } else {
      if remove(setting) != nil { formUnion(parts) }
      if remove(item) == nil { insert(item) }
      if parts.isSubset(of: self) { self = subtracting(parts).union([setting]) }
    }
  }
}
