#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls that the generator makes; no other file makes any.
enum Platform {
  /// A system call that failed.
  struct Failure: Error, Equatable {
    var path: String
    var code: Int32

    /// Whether nothing is there.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// What the system says.
    var reason: String {
      guard let text = strerror(code) else { return "error \(code)" }
      let reason = String(cString: text)
      return reason.prefix(1).lowercased() + reason.dropFirst()
    }
  }

  /// What stands at a path.
  enum Entry: Equatable {
    case file(Identity)
    case folder(Identity)
    case other
  }

  /// A file or folder, whatever its path.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  /// What stands at a path, links followed.
  static func entry(at path: String) throws(Failure) -> Entry {
    var info = stat()
    guard stat(path, &info) == 0 else { throw Failure(path: path, code: errno) }
    let identity = Identity(device: UInt64(info.st_dev), node: UInt64(info.st_ino))
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file(identity)
    case S_IFDIR: return .folder(identity)
    default: return .other
    }
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder) else { throw Failure(path: folder, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a file, with zero bytes after them.
  static func read(_ path: String, padding: Int = 0) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(path: path, code: errno) }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw Failure(path: path, code: errno) }
    var capacity = max(Int(info.st_size), 0) + 1
    var bytes: [UInt8] = []
    while true {
      var failure: Int32?
      let start = bytes.count
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let result = readAll(file, into: buffer)
        count = max(result, 0)
        if result < 0 { failure = errno }
      }
      if let failure { throw Failure(path: path, code: failure) }
      if start == 0 { bytes = chunk } else { bytes += chunk }
      if chunk.count < capacity { break }
      capacity = 1 << 16
    }
    bytes.append(contentsOf: repeatElement(0, count: padding))
    return bytes
  }

  private static func readAll(_ file: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < buffer.count {
      #if canImport(Glibc)
        let result = Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      #elseif canImport(Musl)
        let result = Musl.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      #else
        let result = Darwin.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      #endif
      if result < 0 {
        if errno == EINTR { continue }
        return -1
      }
      if result == 0 { break }
      count += result
    }
    return count
  }

  /// Replaces a file in one step: a new one is written beside it and takes its name.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let temporary = path + ".\(getpid()).tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Failure(path: path, code: errno) }
    var failure = write(bytes, to: file)
    if close(file) != 0, failure == nil { failure = errno }
    if failure == nil, rename(temporary, path) != 0 { failure = errno }
    if let failure {
      unlink(temporary)
      throw Failure(path: path, code: failure)
    }
  }

  /// Writes to a descriptor; the error, or `nil`.
  static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var count = 0
      while count < buffer.count {
        #if canImport(Glibc)
          let result = Glibc.write(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #elseif canImport(Musl)
          let result = Musl.write(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #else
          let result = Darwin.write(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #endif
        if result < 0 {
          if errno == EINTR { continue }
          return errno
        }
        count += result
      }
      return nil
    }
  }
}
