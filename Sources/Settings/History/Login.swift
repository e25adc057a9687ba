#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Who is at work, as far as the system knows.
enum Login {
  /// The user's login name, or else the number. Looked up once.
  static let name: String = {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return "user \(geteuid())" }
    return String(cString: name)
  }()

  /// The login session, the same for all processes of one terminal until the machine starts anew.
  static let session: String = {
    let bootID = try? POSIXFileSystem().readFile("/proc/sys/kernel/random/boot_id")
    return "\(getsid(0))@\(String(decoding: bootID?.prefix { $0 != 0x0a } ?? [], as: UTF8.self))"
  }()
}
