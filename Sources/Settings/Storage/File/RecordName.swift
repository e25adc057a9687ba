import SettingsSystem

extension RecordName.Stage {
  /// The interrupted or current commit; `nil` if it is done.
  var id: CommitID? {
    switch self {
    case .prepared(let id), .moving(let id): id
    case .done: nil
    }
  }
}

/// The name of a record's file.
///
/// `00000012` is a valid record. `00000012.ID.prepared` and `00000012.ID.moving` belong to a commit that is in progress or was
/// interrupted; see ``FileLog/Verdict``.
struct RecordName: Hashable, Sendable {
  /// The stage of the record's commit. It is in the file's name, so a rename moves a record on, in one step and without writing.
  enum Stage: Hashable, Sendable {
    /// The new content is about to be exchanged with the file.
    case prepared(CommitID)
    /// The new content is about to be moved to the file's place.
    case moving(CommitID)
    /// The commit is done.
    case done
  }

  /// The largest number: no file name can cause an overflow. At one apply per second, it lasts for thirty years.
  static let largest = 999_999_999

  var number: Int
  var stage: Stage

  init(_ number: Int, stage: Stage) {
    self.number = number
    self.stage = stage
  }

  /// Parses a file name; returns `nil` if it isn't a record's. `00000012`, `00000012.0123456789abcdef.moving`.
  init?(_ text: String) {
    // Most files are done records.
    if let number = Self.number(text.utf8) {
      self.init(number, stage: .done)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Self.number(parts[0].utf8), let id = CommitID(parts[1]) else {
      return nil
    }
    switch parts[2] {
    case "prepared": self.init(number, stage: .prepared(id))
    case "moving": self.init(number, stage: .moving(id))
    default: return nil
    }
  }

  /// Returns the number that eight or nine digits represent; `nil` if it is zero, or if there is anything else. With eight digits, names
  /// sort by number in a listing.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (8...9).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    let number = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }

  var text: String {
    let digits = String(number, digits: 8)
    return switch stage {
    case .done: digits
    case .prepared(let id): "\(digits).\(id).prepared"
    case .moving(let id): "\(digits).\(id).moving"
    }
  }
}
