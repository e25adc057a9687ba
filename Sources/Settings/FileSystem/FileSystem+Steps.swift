extension FileSystem {
  /// Writes all of the bytes, however few the system takes at a time.
  func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(file, rest))
    }
  }

  /// Reads a file from its begin until some bytes satisfy a condition, or all of it.
  func readFile(
    _ path: String, expecting size: Int = 0, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    let file = try openForReading(path)
    defer { try? close(file) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, min(size, 1 << 28)))
    while true {
      // Small enough for the allocator to give the same memory again and again.
      let chunk = try read(file, upTo: 1 << 16)
      bytes += chunk
      if chunk.isEmpty || isEnough(chunk) { return bytes }
    }
  }

  /// Says whether the names in a folder are known to survive a crash.
  func synchronizeFolder(_ path: String) -> Bool {
    do throws(SystemError) {
      let folder = try openFolder(path)
      defer { try? close(folder) }
      try synchronize(folder)
      return true
    } catch {
      return false
    }
  }

  /// Makes a folder, and those above it, if they are missing; says whether they are known to survive a crash.
  func makeFolders(_ folder: String) throws(SystemError) -> Bool {
    guard try status(folder) == nil else { return true }
    let parent = FileLocation(folder)
    let isParentDurable = parent.name.isEmpty ? true : try makeFolders(parent.folder)
    do throws(SystemError) {
      try makeFolder(folder)
    } catch {
      // Somebody else may have made it meanwhile: then it is there.
      guard (try? status(folder)) != nil else { throw error }
    }
    return synchronizeFolder(parent.folder) && isParentDurable
  }

  /// Lets a file that root has made belong to the owner of the file that it is for.
  func giveToOwner(_ descriptor: Descriptor, _ owner: FileStatus?) throws(SystemError) {
    guard let owner, user == 0, owner.owner != 0 else { return }
    try setOwner(descriptor, owner.owner, group: owner.group)
  }
}
