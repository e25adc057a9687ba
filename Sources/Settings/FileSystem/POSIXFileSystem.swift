#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The real file system.
struct POSIXFileSystem: FileSystem {
  var user: UInt32 { geteuid() }

  func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try check("open") { open(path, O_RDONLY | O_CLOEXEC) }
  }

  func create(_ path: String) throws(SystemError) -> Descriptor {
    try check("open") { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
  }

  func openLock(_ path: String, mode: UInt32) throws(SystemError) -> Descriptor {
    try check("open") { open(path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(mode)) }
  }

  func openFolder(_ path: String) throws(SystemError) -> Descriptor {
    try check("open") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  func close(_ descriptor: Descriptor) throws(SystemError) {
    // Not tried again after EINTR: on Linux the descriptor is closed by then.
    guard systemClose(descriptor) == 0 || errno == EINTR else {
      throw SystemError(call: "close", code: errno)
    }
  }

  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(SystemError) {
        initialized = try check("read") { systemRead(descriptor, buffer.baseAddress, count) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  func write(_ descriptor: Descriptor, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try check("write") { bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) } }
  }

  func synchronize(_ descriptor: Descriptor) throws(SystemError) {
    // Not tried again: after a failure the system may have dropped the data and call it clean.
    guard fsync(descriptor) == 0 else { throw SystemError(call: "fsync", code: errno) }
  }

  func setOwner(_ descriptor: Descriptor, _ owner: UInt32, group: UInt32) throws(SystemError) {
    try check("fchown") { fchown(descriptor, owner, group) }
  }

  func setMode(_ descriptor: Descriptor, _ mode: UInt32) throws(SystemError) {
    try check("fchmod") { fchmod(descriptor, mode_t(mode)) }
  }

  func lock(_ descriptor: Descriptor) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try check("flock") { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  func pause(milliseconds: Int) {
    usleep(UInt32(milliseconds) * 1_000)
  }

  func status(_ path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(call: "lstat", code: errno)
    }
    let kind: FileStatus.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    return FileStatus(
      kind: kind, mode: UInt32(status.st_mode & 0o7777), owner: status.st_uid, group: status.st_gid,
      size: Int(status.st_size))
  }

  func readLink(_ path: String) throws(SystemError) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = try check("readlink") {
      buffer.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? 0
      }
    }
    return String(decoding: buffer[..<length], as: UTF8.self)
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try check("rename") { systemRename(path, newPath) }
  }

  func remove(_ path: String) throws(SystemError) {
    try check("unlink") { unlink(path) }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try check("mkdir") { mkdir(path, 0o700) }
  }

  func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw SystemError(call: "opendir", code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  func canonicalPath(_ folder: String) -> String {
    guard let resolved = realpath(folder, nil) else { return folder }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Calls again while a signal interrupts the call; throws what it says of a failure.
  @discardableResult
  private func check<Result: BinaryInteger>(_ name: String, _ call: () -> Result) throws(SystemError)
    -> Result
  {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(call: name, code: errno) }
    }
  }
}
