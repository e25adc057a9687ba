#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Calls on paths for files that no other user can replace. Symbolic links are followed, except where noted.
extension POSIXFileSystem {
  /// Returns the status of the file that a path leads to.
  package func resolvedStatus(atPath path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    try check("stat", on: path) { stat(path, &status) }
    return FileStatus(status)
  }

  /// Whether a path leads to a regular file.
  package func isFile(atPath path: String) -> Bool {
    (try? resolvedStatus(atPath: path).kind) == .file
  }

  /// Returns the status of a path that may not be UTF-8; a symbolic link at its end isn't followed.
  package func status(atPath path: [UInt8]) throws(SystemError) -> FileStatus? {
    try existing { () throws(SystemError) in
      var status = stat()
      try check("lstat", on: text(path)) { lstat(cString(path), &status) }
      return FileStatus(status)
    }
  }

  /// Returns the target of a symbolic link, byte for byte.
  package func readLink(atPath path: [UInt8]) throws(SystemError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = try check("readlink", on: text(path)) { readlink(cString(path), &buffer, buffer.count) }
    return buffer[..<length].map { UInt8(bitPattern: $0) }
  }

  /// Opens a file for reading. If it is a FIFO, waits for the other end.
  package func openFile(atPath path: String) throws(SystemError) -> OpenFile {
    OpenFile(try check("open", on: path) { systemOpen(path, O_RDONLY | O_CLOEXEC) }, in: self)
  }

  /// Reads a file in one call if it doesn't grow in the meantime.
  ///
  /// - Parameter padding: The number of zero bytes to append.
  package func readFile(atPath path: String, padding: Int = 0) throws(SystemError) -> [UInt8] {
    let file = try openFile(atPath: path)
    // Read one byte more than the file has, so that the next call returns the end. The padding fits without another allocation.
    let size = max(0, try status(of: file.descriptor).size)
    var chunk = try read(file.descriptor, upTo: size + 1 + padding)
    var bytes = chunk
    while !chunk.isEmpty {
      chunk = try read(file.descriptor, upTo: 1 << 16)
      bytes += chunk
    }
    bytes.append(contentsOf: repeatElement(0, count: padding))
    return bytes
  }

  /// Reads up to a number of bytes from the end of a file.
  package func readEnd(ofFileAtPath path: String, atMost count: Int) throws(SystemError) -> [UInt8] {
    let file = try openFile(atPath: path)
    let size = try status(of: file.descriptor).size
    try check("lseek", on: path) { lseek(file.descriptor, off_t(max(0, size - count)), SEEK_SET) }
    return try read(file.descriptor, upTo: count)
  }

  /// Whether a path leads to an existing file. Also `false` if this process may not search a folder on the path.
  package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package func remove(atPath path: String) throws(SystemError) {
    try check("unlink", on: path) { unlink(path) }
  }

  /// Returns the names in a folder, in no particular order. Bytes that aren't UTF-8 are replaced.
  package func names(inFolder path: String) throws(SystemError) -> [String] {
    let folder = OpenFile(try openFolder(atPath: path), in: self)
    return try nameBytes(in: folder.descriptor).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the names in a folder, in no particular order, byte for byte.
  ///
  /// - Parameter limit: The number of names after which the rest is left out.
  func nameBytes(in folder: Descriptor, atMost limit: Int = .max) throws(SystemError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    guard limit > 0 else { return names }
    try forEachName(in: folder) { name in
      names.append(Array(name))
      return names.count < limit
    }
    return names
  }

  /// Calls the body with each name in a folder, in no particular order, until it returns `false`.
  func forEachName(
    in folder: Descriptor, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    // Use a new descriptor, because reading moves the position that copies of a descriptor share.
    let copy = try check("openat", on: ".") { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(copy) else {
      let error = SystemError.last("fdopendir")
      _ = systemClose(copy)
      throw error
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let isMore = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
        let isOther = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
        return isOther || body(name)
      }
      guard isMore else { return }
    }
  }

  // MARK: Folders and locks

  /// Removes an empty folder.
  func removeFolder(_ name: String, in folder: Descriptor) throws(SystemError) {
    try check("unlinkat", on: name) { unlinkat(folder, name, AT_REMOVEDIR) }
  }

  /// Unlocks a file.
  ///
  /// Closing the descriptor isn't enough: a child process has a copy of it between `fork` and `exec`, and the lock lasts until the
  /// last copy is closed.
  package func unlock(_ descriptor: Descriptor) {
    flock(descriptor, LOCK_UN)
  }

  private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  private func cString(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}
