#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Who is at work, as far as the system knows.
enum Login {
  /// The user's login name, or else the number.
  static var name: String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return "user \(geteuid())" }
    return String(cString: name)
  }

  /// The login session, the same for all processes of one terminal until the machine starts anew.
  static var session: String {
    "\(getsid(0))@\(bootID)"
  }

  private static var bootID: String {
    let bytes = try? POSIXFileSystem().readFile("/proc/sys/kernel/random/boot_id")
    return String(decoding: bytes?.prefix { $0 != 0x0a } ?? [], as: UTF8.self)
  }
}
