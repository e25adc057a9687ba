extension FileLog {
  /// A record's file.
  struct Name {
    var number: Int
    /// The content before and after the commit, if the record is not known to count.
    var step: Step?

    init(_ number: Int, _ step: Step? = nil) {
      self.number = number
      self.step = step
    }

    /// Reads a file's name; `nil` if it is no record's.
    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard let digits = parts.first, digits.utf8.count >= 8, let number = Int(digits), number > 0 else {
        return nil
      }
      self.number = number
      guard parts.count > 1 else { return }
      guard parts.count == 3, parts[2] == "prepared", let step = Step(parts[1]) else { return nil }
      self.step = step
    }

    var text: String {
      let digits = String(number)
      let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      return step.map { "\(padded).\($0).prepared" } ?? padded
    }
  }

  /// From which content to which a commit leads.
  struct Step: Hashable, CustomStringConvertible {
    var old: Revision?
    var new: Revision?

    init(from old: Revision?, to new: Revision?) {
      self.old = old
      self.new = new
    }

    init?(_ text: some StringProtocol) {
      let ends = text.split(separator: "-")
      guard ends.count == 2 else { return nil }
      let revisions = ends.map { Revision($0) }
      guard zip(ends, revisions).allSatisfy({ $0 == "none" || $1 != nil }) else { return nil }
      (old, new) = (revisions[0], revisions[1])
    }

    var description: String {
      "\(old?.description ?? "none")-\(new?.description ?? "none")"
    }

    /// Whether the commit took place, as the content tells; if somebody else has changed it since, the temporary does,
    /// which is still there as long as nothing was renamed.
    func tookPlace(given content: Revision?, isUnfinished: Bool) -> Bool {
      content == new || (content != old && !isUnfinished)
    }
  }
}
