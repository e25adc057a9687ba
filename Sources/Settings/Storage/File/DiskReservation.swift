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

extension FileCommit {
  /// Allocates disk space for a later commit.
  func reserve(_ size: Int) throws(SystemError) {
    let file = OpenFile(try fileSystem.create(DiskReservation.name(id), in: history), in: fileSystem)
    try fileSystem.allocate(file.descriptor, size: size)
    try fileSystem.finish(file.descriptor, [], for: self.file?.status)
  }

  /// Frees the disk space that earlier commits have kept; `false` if there is none.
  func freeReservation() -> Bool {
    let reservations = (try? log.listing().reservations) ?? []
    for id in reservations { try? fileSystem.remove(DiskReservation.name(id), in: history) }
    return !reservations.isEmpty
  }
}
