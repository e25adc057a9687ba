extension FileSystem {
  /// Writes all bytes, in several calls if the system accepts only a part of them.
  package func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(file, rest))
    }
  }

  /// Reads a file to the end, or until a chunk satisfies a condition.
  ///
  /// - Parameters:
  ///   - size: The expected number of bytes.
  ///   - limit: The largest number of bytes to accept. For a larger file, throws an error that ``SystemError/isTooLarge``.
  package func readAll(
    _ file: Descriptor, expecting size: Int = 0, atMost limit: Int = .max,
    until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // The first chunk is the whole file, unless the file has grown. Later chunks are small enough for the allocator to reuse the
      // same memory.
      let isFirst = bytes.isEmpty && size > 0
      let most = isFirst ? min(size + 1, 1 << 28) : 1 << 16
      let chunk = try read(file, upTo: most)
      if isFirst { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else { throw .tooLarge }
      // The first read asks for one byte more than expected. If it returns exactly the expected number, the file has ended, and a
      // second read to find the end isn't necessary.
      let isWhole = isFirst && chunk.count == size && size < most
      if chunk.isEmpty || isWhole || isEnough(chunk) { return bytes }
    }
  }

  /// Reads a file that has some content as far as is known; returns that content if the file has it.
  ///
  /// The chunks are small enough to stay in the processor's cache for the comparison, and for the allocator to reuse the same memory.
  package func readAll(
    _ file: Descriptor, expecting content: [UInt8], size: Int
  ) throws(SystemError) -> [UInt8] {
    var position = 0
    while true {
      let chunk = try read(file, upTo: 1 << 16)
      if chunk.isEmpty { return position == content.count ? content : Array(content[..<position]) }
      guard content.hasSameBytes(as: chunk, at: position) else {
        return Array(content[..<position]) + chunk + (try readAll(file))
      }
      position += chunk.count
      if position == content.count, position == size { return content }
    }
  }

  /// Reads a file; a symbolic link of that name isn't followed.
  package func readFile(_ location: FileLocation, atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    let folder = OpenFile(try openFolder(atPath: location.folder), in: self)
    let file = OpenFile(try open(location.name, in: folder.descriptor), in: self)
    return try readAll(file.descriptor, atMost: limit)
  }

  /// Synchronizes the names in a folder; returns `false` if they may be lost in a crash.
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

  /// Creates a folder and the missing folders above it; returns `false` if their names may be lost in a crash.
  package func makeFolders(_ folder: String) throws(SystemError) -> Bool {
    guard try status(atPath: folder) == nil else { return true }
    let parent = FileLocation(folder)
    let isParentDurable = parent.name.isEmpty ? true : try makeFolders(parent.folder)
    do throws(SystemError) {
      try makeFolder(atPath: folder)
    } catch {
      // Another process may have created it in the meantime.
      guard error.isTaken else { throw error }
    }
    return synchronizeFolder(parent.folder) && isParentDurable
  }
}
