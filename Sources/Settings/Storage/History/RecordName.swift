/// The name of a record's file.
///
/// `00000012` is a valid record. `00000012.ID.prepared` and `00000012.ID.moving` belong to a commit that is in progress or was
/// interrupted; see ``FileLog/Verdict``.
struct RecordName: Hashable, Sendable {
  /// The stage of the record's commit.
  enum Stage: Hashable, Sendable {
    /// The new content is about to be exchanged with the file.
    case prepared(CommitID)
    /// The new content is about to be moved to the file's place.
    case moving(CommitID)
    /// The commit is done.
    case done
  }

  /// The largest number, so that no file name can cause an overflow.
  static let largest = 999_999_999

  var number: Int
  var stage: Stage

  init(_ number: Int, _ stage: Stage) {
    self.number = number
    self.stage = stage
  }

  /// Parses a file name; returns `nil` if it isn't a record's.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let digits = parts.first, (8...9).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), number > 0
    else { return nil }
    self.number = number
    if parts.count == 1 {
      stage = .done
      return
    }
    guard parts.count == 3, let id = CommitID(parts[1]) else { return nil }
    switch parts[2] {
    case "prepared": stage = .prepared(id)
    case "moving": stage = .moving(id)
    default: return nil
    }
  }

  var text: String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    return switch stage {
    case .done: padded
    case .prepared(let id): "\(padded).\(id).prepared"
    case .moving(let id): "\(padded).\(id).moving"
    }
  }
}
