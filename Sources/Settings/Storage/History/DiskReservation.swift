/// Disk space that is reserved for a commit that must not fail because the disk is full: the rollback of an apply that isn't
/// confirmed.
///
/// It is an empty file in the hidden folder with allocated blocks. To use the space, remove the file.
enum DiskReservation {
  private static let prefix = "reserve."

  /// Returns the file name of a commit's reservation.
  static func name(_ id: CommitID) -> String { prefix + id.description }

  /// Returns the commit of a reservation; `nil` if the file isn't one.
  static func id(_ name: String) -> CommitID? {
    name.hasPrefix(prefix) ? CommitID(name.dropFirst(prefix.count)) : nil
  }
}
