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
  /// The content survives a crash of the process, but not yet of the machine.
  ///
  /// - Parameter mode: The permission bits of the new file, before the umask.
  package func replaceFile(atPath path: String, with bytes: [UInt8], mode: UInt32 = 0o600) throws(SystemError)
  {
    try writeFile(atPath: path, with: bytes, mode: mode, existing: .replaced)
  }

  /// Creates a file in one step: a new file is written beside it and gets its name.
  ///
  /// Throws an error whose `isTaken` is `true` if there is such a file already. The content survives a crash of the process, but not
  /// yet of the machine.
  ///
  /// - Parameter mode: The permission bits of the new file, before the umask.
  package func createFile(atPath path: String, with bytes: [UInt8], mode: UInt32) throws(SystemError) {
    try writeFile(atPath: path, with: bytes, mode: mode, existing: .kept)
  }

  private func writeFile(
    atPath path: String, with bytes: [UInt8], mode: UInt32, existing: ExistingFile
  ) throws(SystemError) {
    let (file, folder) = try writeFile(FileLocation(path), with: bytes, mode: mode, existing: existing) {
      file throws(SystemError) in
      // Closing any descriptor of a file on another machine writes the file, and reports an error if the disk is full.
      try close(try check("dup") { dup(file) })
    }
    withExtendedLifetime((file, folder)) {}
  }

  /// Replaces a file durably and in one step with a file that this process has locked before it gets the name.
  ///
  /// - Returns: The open file, which holds the lock.
  package func replaceLockedFile(_ location: FileLocation, with bytes: [UInt8]) throws(SystemError)
    -> OpenFile
  {
    let (file, folder) = try writeFile(location, with: bytes, mode: 0o600, existing: .replaced) {
      file throws(SystemError) in
      guard try lock(file) else { throw .locked("flock") }
      try synchronize(file)
    }
    // The new content is in place. If only the renaming is lost in a crash, the old content is restored.
    try? synchronize(folder.descriptor)
    return file
  }

  /// What happens to a file that has the name already.
  private enum ExistingFile {
    case replaced
    case kept
  }

  private func writeFile(
    _ location: FileLocation, with bytes: [UInt8], mode: UInt32, existing: ExistingFile,
    prepare: (Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> (file: OpenFile, folder: OpenFile) {
    let folder = OpenFile(try openFolder(atPath: location.folder), in: self)
    let temporary = ".\(location.name).\(String(randomNumber(), radix: 36)).new"
    let file = OpenFile(
      try check("openat", on: location.path) {
        openat(folder.descriptor, temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      }, in: self)
    do throws(SystemError) {
      try writeAll(bytes, to: file.descriptor)
      try prepare(file.descriptor)
      switch existing {
      case .replaced:
        try rename(temporary, in: folder.descriptor, to: location.name, in: folder.descriptor)
      case .kept: try moveIfFree(temporary, to: location, in: folder.descriptor)
      }
    } catch {
      // The temporary file is harmless. Report the first error.
      try? remove(temporary, in: folder.descriptor)
      throw error
    }
    return (file, folder)
  }

  /// Renames a file if the new name is free. On a file system that can't do that in one step, another process may take the name in
  /// between.
  private func moveIfFree(
    _ temporary: String, to location: FileLocation, in folder: Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      try move(temporary, in: folder, to: location.name, in: folder)
    } catch {
      guard error.isUnsupported else { throw error }
      guard try status(location.name, in: folder) == nil else {
        throw SystemError(call: "rename", code: EEXIST, path: location.path)
      }
      try rename(temporary, in: folder, to: location.name, in: folder)
    }
  }
}
