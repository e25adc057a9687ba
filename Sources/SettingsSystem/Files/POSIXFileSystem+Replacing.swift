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
    let (file, folder) = try replaceFile(FileLocation(path), with: bytes, mode: mode) {
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
    let (file, folder) = try replaceFile(location, with: bytes, mode: 0o600) { file throws(SystemError) in
      guard try lock(file) else { throw .locked("flock") }
      try synchronize(file)
    }
    // The new content is in place. If only the renaming is lost in a crash, the old content is restored.
    try? synchronize(folder.descriptor)
    return file
  }

  private func replaceFile(
    _ location: FileLocation, with bytes: [UInt8], mode: UInt32,
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
      try rename(temporary, in: folder.descriptor, to: location.name, in: folder.descriptor)
    } catch {
      // The temporary file is harmless. Report the first error.
      try? remove(temporary, in: folder.descriptor)
      throw error
    }
    return (file, folder)
  }
}
