#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system that the process runs on, for the report that `settings-tui doctor` prints.
package enum Platform {
  /// The distribution, the kernel with its release, and the processor: `Debian GNU/Linux 12 (bookworm), Linux 6.1.0, x86_64`.
  package static var description: String {
    var system = utsname()
    guard uname(&system) == 0 else { return "unknown" }
    let kernel = "\(text(of: system.sysname)) \(text(of: system.release)), \(text(of: system.machine))"
    return [distribution, kernel].compactMap(\.self).joined(separator: ", ")
  }

  /// The name of the distribution (`os-release(5)`); `nil` if the system doesn't say.
  private static var distribution: String? {
    let name = "PRETTY_NAME="
    let lines = POSIXFileSystem().systemText("/etc/os-release")?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix(name) }.map { $0.dropFirst(name.count).filter { $0 != "\"" } }
  }

  private static func text(of field: some BitwiseCopyable) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// What the file system of a folder can do, as `settings-tui doctor` prints it. It is tried with two files in a new folder, which is
/// removed at once.
///
/// The name of a file system alone doesn't tell, so both operations are tried. If nothing may be created in the folder, `exchanges` and
/// `locks` are unknown, and `error` says why.
package struct FileSystemTrial: Sendable {
  /// The name of the file system, such as `ext4`; `nil` if it isn't known.
  package let name: String?
  /// Whether two names can be exchanged in one step; `nil` if that couldn't be tried. Without it, a commit can lose a save that another
  /// program makes at the same moment.
  package private(set) var exchanges: Bool?
  /// Whether a lock excludes another one; `nil` if that couldn't be tried. Without it, two applies at the same time aren't kept apart.
  package private(set) var locks: Bool?
  /// Why nothing could be tried; `nil` if it was.
  package private(set) var error: SystemCallError?

  package init(inFolder path: String) {
    let files = POSIXFileSystem()
    name = Self.name(ofFolder: files.canonicalPath(path))
    do throws(SystemCallError) {
      let parent = OpenFile(try files.openFolder(atPath: path), in: files)
      let name = ".settings-trial-" + String(files.randomNumber(), radix: 36)
      try files.makeFolder(name, in: parent.descriptor, for: nil)
      defer { files.removeTree(name, in: parent.descriptor) }
      let folder = OpenFile(try files.openFolder(name, in: parent.descriptor), in: files)
      for name in ["a", "b"] { try files.close(try files.create(name, in: folder.descriptor)) }
      do throws(SystemCallError) {
        try files.exchange("a", in: folder.descriptor, with: "b", in: folder.descriptor)
        exchanges = true
      } catch {
        guard error.isUnsupported else { throw error }
        exchanges = false
      }
      locks = try Self.locks(in: folder.descriptor, files)
    } catch {
      self.error = error
    }
  }

  private static func locks(in folder: FileSystem.Descriptor, _ files: POSIXFileSystem)
    throws(SystemCallError)
    -> Bool
  {
    let first = try files.openFile("a", in: folder).file
    let second = try files.openFile("a", in: folder).file
    do throws(SystemCallError) {
      guard try files.lock(first.descriptor) else { return false }
      return try !files.lock(second.descriptor)
    } catch {
      guard error.isUnsupported else { throw error }
      return false
    }
  }

  #if os(Linux)
    /// Returns the name of the file system that is mounted at a path or around it (`proc_pid_mountinfo(5)`).
    private static func name(ofFolder path: String) -> String? {
      let mounts = POSIXFileSystem().systemText("/proc/self/mountinfo") ?? ""
      var best: (length: Int, name: Substring)?
      for line in mounts.split(separator: "\n") {
        // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
        let words = line.split(separator: " ")
        guard words.count > 6, let end = words.firstIndex(of: "-"), end + 1 < words.count else { continue }
        let point = words[4].replacing("\\040", with: " ")
        guard point == "/" || path == point || path.hasPrefix(point + "/") else { continue }
        // Of several mounts at one place, the last one is seen.
        if best.map({ $0.length <= point.utf8.count }) ?? true { best = (point.utf8.count, words[end + 1]) }
      }
      return best.map { String($0.name) }
    }
  #else
    private static func name(ofFolder path: String) -> String? {
      var status = statfs()
      guard statfs(path, &status) == 0 else { return nil }
      return withUnsafeBytes(of: status.f_fstypename) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  #endif
}
