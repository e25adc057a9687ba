extension PrivateFolder {
  /// Removes the candidates that killed processes of this user left behind.
  ///
  /// Any user can create names in the folder for temporary files. So a folder is opened without following links. A file is
  /// removed only if it is a regular file of this user, in a folder that belongs to this user, that no other user can enter,
  /// and that no process has locked.
  package static func sweep() {
    let files = POSIXFileSystem()
    do throws(SystemError) {
      let parent = OpenFile(try files.openFolder(atPath: temporaryFolder), in: files)
      for name in try files.names(in: parent.descriptor) where name.hasPrefix(Content.candidate.prefix) {
        sweep(name, in: parent.descriptor, files)
      }
    } catch {
      // Leftovers are harmless; the next run tries again.
    }
  }

  private static func sweep(_ name: String, in parent: FileSystem.Descriptor, _ files: POSIXFileSystem) {
    do throws(SystemError) {
      let folder = OpenFile(try files.openFolder(name, in: parent), in: files)
      let status = try files.status(of: folder.descriptor)
      guard status.owner == files.user, status.mode == 0o700, try files.lock(folder.descriptor) else {
        return
      }
      defer { files.unlock(folder.descriptor) }
      for file in try files.names(in: folder.descriptor) {
        guard let status = try files.status(file, in: folder.descriptor), status.kind == .file,
          status.owner == files.user
        else { continue }
        try files.remove(file, in: folder.descriptor)
      }
      // This fails if files of other users are left.
      try files.removeFolder(name, in: parent)
    } catch {
      // Leftovers are harmless; the next run tries again.
    }
  }
}
