#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder for temporary files that only their owner can look into: what is in it may hold secrets.
struct PrivateFolder {
  /// Why a temporary file can't be made.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "no temporary file can be made at \(path) (\(reason))" }
  }

  let path: String

  /// Makes a folder of mode 0700 in `TMPDIR`, or else in `/tmp`.
  init() throws(Failure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/settings-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(path: parent.isEmpty ? "/tmp" : parent, reason: String(cString: strerror(errno)))
    }
    path = String(cString: made)
  }

  /// Makes a file of mode 0600, and says where it is.
  func write(_ bytes: [UInt8], as name: String) throws(Failure) -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(path: file, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw Failure(path: file, reason: String(cString: strerror(errno))) }
      rest = rest.dropFirst(max(0, count))
    }
    return file
  }

  /// The last line of a file that says something; `nil` if there is none. What is too long is cut.
  func lastLine(of file: String) -> String? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let length = lseek(descriptor, 0, SEEK_END)
    lseek(descriptor, max(0, length - off_t(buffer.count)), SEEK_SET)
    let count = systemRead(descriptor, &buffer, buffer.count)
    let lines = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(
      whereSeparator: \.isNewline)
    return lines.last { line in line.contains { !$0.isWhitespace } }.map { String($0.prefix(300)) }
  }

  /// Removes the folder with the files in it, those that a command put there included.
  func remove() {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(path + "/" + name) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
