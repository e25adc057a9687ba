import SettingsSystem

extension FileCommit {
  /// Reserves disk space for a later commit; returns the file, which isn't synchronized.
  func reserve(_ size: Int) throws(SystemError) -> OpenFile {
    let file = OpenFile(try fileSystem.create(DiskReservation.name(id), in: history), in: fileSystem)
    try fileSystem.allocate(file.descriptor, size: size)
    try fileSystem.fill(file.descriptor, [], for: self.file?.status)
    return file
  }

  /// Frees the disk space that earlier commits have reserved; returns `false` if there is none.
  func freeReservation() -> Bool {
    let reservations = (try? log.listing().reservations) ?? []
    for id in reservations { try? fileSystem.remove(DiskReservation.name(id), in: history) }
    return !reservations.isEmpty
  }
}
