#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user and the login session of the process.
package enum Login {
  /// The user's login name, or `user ID` if the user ID has no name. It is looked up only once.
  package static let name = name(of: geteuid()) ?? "user \(geteuid())"

  /// Returns the login name of a user; `nil` if the user ID has no name.
  package static func name(of user: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return nil }
    return String(cString: name)
  }

  /// The login session, which is the same for all processes of one terminal until the machine restarts.
  package static let session = "\(getsid(0))@\(Boot.identity ?? "")"
}
