extension FileSystem {
  /// Writes all of the bytes, however few the system takes at a time.
  package func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(file, rest))
    }
  }

  /// Reads a file from its beginning until some bytes satisfy a condition, or all of it.
  package func readAll(
    _ file: Descriptor, expecting size: Int = 0, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, min(size, 1 << 28)))
    while true {
      // Small enough for the allocator to reuse the same memory.
      let chunk = try read(file, upTo: 1 << 16)
      bytes += chunk
      if chunk.isEmpty || isEnough(chunk) { return bytes }
    }
  }

  /// Reads a file.
  package func readFile(_ location: FileLocation) throws(SystemError) -> [UInt8] {
    let folder = OpenFile(try openFolder(atPath: location.folder), in: self)
    let file = OpenFile(try open(location.name, in: folder.descriptor), in: self)
    return try readAll(file.descriptor)
  }

  /// Returns whether the names in a folder are known to survive a crash.
  package func synchronizeFolder(_ path: String) -> Bool {
    do throws(SystemError) {
      let folder = try openFolder(atPath: path)
      defer { try? close(folder) }
      try synchronize(folder)
      return true
    } catch {
      return false
    }
  }

  /// Makes a folder, and those above it, if they are missing; returns whether they are known to survive a crash.
  package func makeFolders(_ folder: String) throws(SystemError) -> Bool {
    guard try status(atPath: folder) == nil else { return true }
    let parent = FileLocation(folder)
    let isParentDurable = parent.name.isEmpty ? true : try makeFolders(parent.folder)
    do throws(SystemError) {
      try makeFolder(atPath: folder)
    } catch {
      // Another process may have made it in between.
      guard error.code == SystemError.exists else { throw error }
    }
    return synchronizeFolder(parent.folder) && isParentDurable
  }
}
