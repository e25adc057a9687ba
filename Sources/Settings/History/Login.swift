import SettingsSystem

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
  static let name = name(of: geteuid()) ?? "user \(geteuid())"

  /// The login name of a user; `nil` if the number has none.
  static func name(of user: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return nil }
    return String(cString: name)
  }

  /// The identity of the machine's last start; `nil` if the system has none.
  static let boot: String? = {
    let bytes = try? POSIXFileSystem().readFile(FileLocation("/proc/sys/kernel/random/boot_id"))
    return bytes.map { String(decoding: $0.prefix { $0 != 0x0a }, as: UTF8.self) }
  }()

  /// The login session, the same for all processes of one terminal until the machine restarts.
  static let session = "\(getsid(0))@\(boot ?? "")"
}
