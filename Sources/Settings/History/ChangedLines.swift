/// The lines in which two documents differ, for content that isn't JSON and whose secrets are therefore unknown.
enum ChangedLines {
  /// Returns the lines of the new document, counted from 1, between the lines that both documents begin and end with; `nil` if they are
  /// equal. Where lines were only removed, returns the line that is there now.
  static func range(from old: [UInt8], to new: [UInt8]) -> ClosedRange<Int>? {
    guard old != new else { return nil }
    let (old, new) = (lines(of: old), lines(of: new))
    let common = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let last = new.count - min(end, common - start)
    let first = min(start + 1, max(1, new.count))
    return first...max(first, last)
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
