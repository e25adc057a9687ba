#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that has locked a file.
public struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  public let process: Int32
  /// The name of its program; empty if it isn't known.
  public let program: String
  /// Whether the process is stopped, by a signal or a debugger, so that it keeps the lock until it is resumed.
  public let isStopped: Bool

  package init(process: Int32, program: String, isStopped: Bool) {
    (self.process, self.program, self.isStopped) = (process, program, isStopped)
  }
}

extension LockHolder: CustomStringConvertible {
  /// `process 4711 (settings-tui)`
  public var description: String { "process \(process)" + (program.isEmpty ? "" : " (\(program))") }
}

extension LockHolder {
  /// Finds the process that holds the lock of a file; `nil` if the system doesn't say.
  ///
  /// Linux lists all locks in `/proc/locks`, with the numbers of the device and the inode of the file.
  init?(of file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0, let locks = Self.text(of: "/proc/locks") else { return nil }
    let inode = String(status.st_ino)
    // 3: FLOCK  ADVISORY  WRITE 4711 08:01:1234567 0 EOF
    let holders = locks.split(separator: "\n").compactMap { line -> (process: Int32, device: Substring)? in
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else {
        return nil
      }
      let place = words[5].split(separator: ":")
      guard place.count == 3, place[2] == inode else { return nil }
      return (process, words[5].dropLast(inode.utf8.count + 1))
    }
    // A file system of several layers can report another device than the one that has the lock.
    let device = Self.spelling(ofDevice: UInt64(truncatingIfNeeded: status.st_dev))
    guard let holder = holders.count == 1 ? holders.first : holders.first(where: { $0.device == device })
    else { return nil }
    let name = Self.text(of: "/proc/\(holder.process)/comm")?.prefix { $0 != "\n" } ?? ""
    // The state is behind the name, which can contain parentheses: 4711 (settings-tui) T 1 …
    let state = Self.text(of: "/proc/\(holder.process)/stat").flatMap { text in
      text.lastIndex(of: ")").map { text[$0...].dropFirst(2).first }
    }
    self.init(process: holder.process, program: String(name), isStopped: state == "T" || state == "t")
  }

  /// The numbers of a device as `/proc/locks` spells them: `08:01`.
  private static func spelling(ofDevice device: UInt64) -> String {
    let major = (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000
    let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
    return [major, minor].map { number in
      let digits = String(number, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  /// Reads a file of the system; returns `nil` if it can't be read.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = read(file, &part, part.count), count > 0 { bytes += part.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
