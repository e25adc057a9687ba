/// The name of a commit's temporary file, `ID.OLD.NEW.tmp`. The file holds the new content and, after the exchange, the
/// displaced content.
///
/// The name identifies both contents of the commit. So a comparison with the file's content shows whether it is the old one,
/// the new one, or another program's save.
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

  /// Parses a file name; returns `nil` if it isn't a temporary file's.
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

  /// Returns the file's name until its content is durable, so that a truncated file is never mistaken for another program's save.
  static func unfinishedName(_ id: CommitID) -> String { id.description + unfinishedSuffix }

  /// Whether a name is one of ``unfinishedName(_:)``.
  static func isUnfinished(_ name: String) -> Bool {
    name.hasSuffix(unfinishedSuffix) && CommitID(name.dropLast(unfinishedSuffix.count)) != nil
  }

  private static let unfinishedSuffix = ".part"
}
