import Settings

/// A version of the history, named by its number in the log or by the first digits of its revision.
enum VersionName {
  case index(Int)
  case prefix(String)

  /// The minimum number of digits of a revision. Fewer digits are a number in the log.
  private static let minDigits = 4

  init(_ text: String) throws(Failure) {
    if text.count < Self.minDigits, text.utf8.allSatisfy(\.isASCIIDigit),
      let index = Int(text)
    {
      self = .index(index)
    } else if text.count >= Self.minDigits, text.allSatisfy(\.isHexDigit), text.utf8.count <= 32 {
      self = .prefix(text.lowercased())
    } else {
      throw .usage(
        "\(text) is not a version; give a number from the log, or four or more digits of a revision.")
    }
  }
}

extension Arguments {
  /// The version in the second operand.
  var version: VersionName? {
    get throws(Failure) { operands.count > 1 ? try VersionName(operands[1]) : nil }
  }
}

extension [HistoryEntry] {
  /// Returns the version before the newest.
  func earlier(of file: String) throws(Failure) -> HistoryEntry {
    guard let entry = beforeLast else {
      throw Failure(.refused, "\(file): the history has no earlier version.")
    }
    return entry
  }

  /// Returns the version with a name; if several have the same content, the newest.
  func entry(_ name: VersionName, of file: String) throws(Failure) -> HistoryEntry {
    switch name {
    case .index(let index):
      guard indices.contains(index) else {
        throw Failure(.refused, "\(file): the history has no version \(index); see the log.")
      }
      return self[index]
    case .prefix(let prefix):
      let found = filter { $0.revision?.description.hasPrefix(prefix) == true }
      guard let first = found.first else {
        throw Failure(
          .refused, "\(file): the history has no revision that begins with \(prefix); see the log.")
      }
      guard found.allSatisfy({ $0.revision == first.revision }) else {
        throw Failure(.refused, "\(file): several revisions begin with \(prefix); give more digits.")
      }
      return first
    }
  }
}

extension UntypedStore {
  /// Reports the error if the stored content isn't JSON.
  func reportMalformedContent(to console: Console) {
    guard isMalformed else { return }
    for problem in problems { console.report(StyledText(problem.line(in: name))) }
  }

  /// Returns the versions, newest first.
  func versions() throws(Failure) -> [HistoryEntry] {
    do throws(StoreError) { return try history() } catch { throw Failure(error) }
  }
}
