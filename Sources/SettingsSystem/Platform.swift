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

  #if os(Linux)
    /// Returns the name of the file system that is mounted at a path or around it (`proc_pid_mountinfo(5)`), such as `ext4`.
    package static func fileSystem(ofFolder path: String) -> String? {
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
    package static func fileSystem(ofFolder path: String) -> String? {
      var status = statfs()
      guard statfs(path, &status) == 0 else { return nil }
      return withUnsafeBytes(of: status.f_fstypename) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  #endif
}
