/// The name of the file that holds a commit's new content, and after the exchange the content that was displaced:
/// `ID.OLD.NEW.tmp`.
///
/// The name tells which two contents the commit is about. So the file itself shows which of them it holds, or that it holds
/// another program's save.
struct TemporaryName: Hashable, Sendable {
  let id: CommitID
  /// The content that the commit replaces; `nil` if there was no file.
  let old: Revision?
  /// The content that the commit stores; `nil` if it removes the file.
  let new: Revision?

  init(_ id: CommitID, from old: Revision?, to new: Revision?) {
    self.id = id
    self.old = old
    self.new = new
  }

  /// Reads a file's name; `nil` if it isn't a temporary file's.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3] == "tmp", let id = CommitID(parts[0]) else { return nil }
    let (old, new) = (Revision(parts[1]), Revision(parts[2]))
    guard old != nil || parts[1] == "none", new != nil || parts[2] == "none" else { return nil }
    self.init(id, from: old, to: new)
  }

  var text: String {
    "\(id).\(old?.description ?? "none").\(new?.description ?? "none").tmp"
  }

  /// The file's name until all of its content is durable. So a file that was cut short is never taken for another program's save.
  static func unfinishedName(_ id: CommitID) -> String { id.description + unfinishedSuffix }

  /// Whether a name is one of `unfinishedName`.
  static func isUnfinished(_ name: String) -> Bool {
    name.hasSuffix(unfinishedSuffix) && CommitID(name.dropLast(unfinishedSuffix.count)) != nil
  }

  private static let unfinishedSuffix = ".part"
}
