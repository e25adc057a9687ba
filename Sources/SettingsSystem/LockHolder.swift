#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that has locked a file, so another process can't save it now.
///
/// `SettingsStorageError.locked` has it, so a message can say who is in the way:
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(draft)
/// } catch .storage(.storage(.locked(let path, let holder?))) {
///   print("\(path) is locked by \(holder)")  // settings.json is locked by process 4711 (settings-tui)
///   if holder.isStopped { print("Resume it: kill -CONT \(holder.process)") }
/// } catch {
///   print(error)
/// }
/// ```
///
/// It describes the moment when the lock was asked for; the process may have ended since. On systems without a list of locks, there is no
/// holder.
public struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  public let process: Int32
  /// The name of its program; empty if it isn't known.
  public let program: String
  /// Whether the process is stopped, by a signal or a debugger.
  ///
  /// A stopped process keeps the lock until it is resumed or ended, so waiting doesn't help.
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
    guard fstat(file, &status) == 0, let locks = POSIXFileSystem().systemText("/proc/locks") else {
      return nil
    }
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
    // A file system of several layers can report another device than the device of the lock.
    let device = Self.spelling(ofDevice: UInt64(truncatingIfNeeded: status.st_dev))
    guard let holder = holders.count == 1 ? holders.first : holders.first(where: { $0.device == device })
    else { return nil }
    let name = POSIXFileSystem().systemText("/proc/\(holder.process)/comm")?.prefix { $0 != "\n" } ?? ""
    // The state is behind the name, which can contain parentheses: 4711 (settings-tui) T 1 …
    let state = POSIXFileSystem().systemText("/proc/\(holder.process)/stat").flatMap { text in
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
}
