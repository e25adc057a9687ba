#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension POSIXFileSystem {
  /// Replaces a file in one step: a new file is written beside it and gets its name.
  ///
  /// The content survives a crash of the process, but not yet of the machine. Anything other than a regular file is written to in place,
  /// because a new file in the place of `/dev/null` would damage the system. A symbolic link is followed, and a FIFO waits for its reader.
  ///
  /// - Parameter mode: The permission bits of the new file, before the umask.
  package func replaceFile(atPath path: String, with bytes: [UInt8], mode: UInt32 = 0o600)
    throws(SystemCallError)
  {
    switch try status(atPath: path)?.kind {
    case .link, .other: try overwriteFile(atPath: path, with: bytes, mode: mode)
    case .file, .folder, nil: try writeFile(atPath: path, with: bytes, mode: mode, existing: .replaced)
    }
  }

  /// Writes into what a path leads to: a file behind a link, a device, a FIFO. A crash halfway leaves a part of the content. A rename would
  /// prevent that, but it would replace the link or the device itself.
  private func overwriteFile(
    atPath path: String, with bytes: [UInt8], mode: UInt32
  ) throws(SystemCallError) {
    let descriptor = try check("open", on: path) {
      systemOpen(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: mode)
    }
    let file = OpenFile(descriptor, in: self)
    try writeAll(bytes, to: file.descriptor)
    try closeCopy(of: file.descriptor)
  }

  /// Closes a copy of a descriptor, because a network file system may report a full disk only when a descriptor of the file is closed.
  private func closeCopy(of file: Descriptor) throws(SystemCallError) {
    try close(try check("dup") { dup(file) })
  }

  /// Creates a file in one step: a new file is written beside it and gets its name.
  ///
  /// Throws an error whose `isTaken` is `true` if there is such a file already. The content survives a crash of the process, but not
  /// yet of the machine.
  ///
  /// - Parameter mode: The permission bits of the new file, before the umask.
  package func createFile(atPath path: String, with bytes: [UInt8], mode: UInt32) throws(SystemCallError) {
    try writeFile(atPath: path, with: bytes, mode: mode, existing: .kept)
  }

  private func writeFile(
    atPath path: String, with bytes: [UInt8], mode: UInt32, existing: ExistingFile
  ) throws(SystemCallError) {
    let (file, folder) = try writeFile(FileLocation(path), with: bytes, mode: mode, existing: existing) {
      file throws(SystemCallError) in
      // Report a full disk before the file gets its name. The original stays open for the caller.
      try closeCopy(of: file)
    }
    withExtendedLifetime((file, folder)) {}
  }

  /// Replaces a file in one step with a new file that this process has locked. The content survives a crash of the machine.
  ///
  /// The file is locked before it gets its name. No other process can find it unlocked.
  ///
  /// - Returns: The open file, which holds the lock.
  ///
  /// If the file were locked after the rename, another process could open it in between, find it unlocked, and conclude that its owner has
  /// died.
  package func replaceLockedFile(_ location: FileLocation, with bytes: [UInt8]) throws(SystemCallError)
    -> OpenFile
  {
    let (file, folder) = try writeFile(location, with: bytes, mode: 0o600, existing: .replaced) {
      file throws(SystemCallError) in
      guard try lock(file) else { throw .locked("flock") }
      try synchronize(file)
    }
    // The content is already durable. If a crash undoes the renaming, the name still leads to the complete old content, so a failure
    // here is no reason to report an error.
    try? synchronize(folder.descriptor)
    return file
  }

  /// What happens to a file that already has the name: a replaced file is gone, and a kept file makes the call fail.
  private enum ExistingFile {
    case replaced
    case kept
  }

  private func writeFile(
    _ location: FileLocation, with bytes: [UInt8], mode: UInt32, existing: ExistingFile,
    prepare: (Descriptor) throws(SystemCallError) -> Void
  ) throws(SystemCallError) -> (file: OpenFile, folder: OpenFile) {
    let folder = OpenFile(try openFolder(atPath: location.folder), in: self)
    let temporary = ".\(location.name).\(String(randomNumber(), radix: 36)).new"
    let file = OpenFile(
      try check("openat", on: location.path) {
        openat(folder.descriptor, temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      }, in: self)
    do throws(SystemCallError) {
      try writeAll(bytes, to: file.descriptor)
      try prepare(file.descriptor)
      switch existing {
      case .replaced:
        try rename(temporary, in: folder.descriptor, to: location.name, in: folder.descriptor)
      case .kept: try moveIfFree(temporary, to: location, in: folder.descriptor)
      }
    } catch {
      // A temporary file that stays is harmless, so report the first error.
      try? remove(temporary, in: folder.descriptor)
      throw error
    }
    return (file, folder)
  }

  /// Renames a file if the new name is free.
  ///
  /// A file system that can't do this in one step checks first and renames then. If another process creates a file of that name in
  /// between, that file is replaced.
  private func moveIfFree(
    _ temporary: String, to location: FileLocation, in folder: Descriptor
  ) throws(SystemCallError) {
    do throws(SystemCallError) {
      try move(temporary, in: folder, to: location.name, in: folder)
    } catch {
      guard error.isUnsupported else { throw error }
      guard try status(location.name, in: folder) == nil else {
        throw SystemCallError(call: "rename", code: EEXIST, path: location.path)
      }
      try rename(temporary, in: folder, to: location.name, in: folder)
    }
  }
}
