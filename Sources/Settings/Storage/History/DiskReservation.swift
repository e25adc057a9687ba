/// Disk space that is kept for a commit that must not fail because the disk is full: the way back from an apply that isn't
/// confirmed.
///
/// It is a file in the hidden folder with allocated blocks and without content. To use the space, remove the file.
enum DiskReservation {
  private static let prefix = "reserve."

  /// The name of the file that a commit makes.
  static func name(_ id: CommitID) -> String { prefix + id.description }

  /// The commit that made a file; `nil` if the name is another's.
  static func id(_ name: String) -> CommitID? {
    name.hasPrefix(prefix) ? CommitID(name.dropFirst(prefix.count)) : nil
  }
}
