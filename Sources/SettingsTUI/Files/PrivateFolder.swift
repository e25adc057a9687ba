#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for temporary files that only their owner can look into: what is in it may hold secrets.
package struct PrivateFolder {
  /// Why a temporary file can't be made.
  package struct Failure: Error, CustomStringConvertible {
    let path: String
    let reason: String

    package var description: String { "no temporary file can be made at \(path) (\(reason))" }
  }

  package let path: String

  /// Makes a folder of mode 0700.
  ///
  /// - Parameter preferred: a folder to make it in, given from the root, if that can be. Otherwise it is made in `TMPDIR`,
  ///   or else in `/tmp`.
  package init(preferably preferred: String? = nil) throws(Failure) {
    if let preferred, preferred.hasPrefix("/"), let made = Self.make(in: preferred) {
      path = made
      return
    }
    let given = EnvironmentVariables.value("TMPDIR") ?? ""
    let parent = given.isEmpty ? "/tmp" : given
    guard let made = Self.make(in: parent) else { throw Self.failure(parent) }
    path = made
  }

  private static func make(in parent: String) -> String? {
    var template = Array((parent + "/settings-XXXXXX").utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }

  /// Makes a file of mode 0600, and says where it is.
  package func write(_ bytes: [UInt8], as name: String) throws(Failure) -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file) }
    let isWritten = Platform.write(bytes, to: descriptor)
    let failure = Self.failure(file)
    // A full disk of another machine may say so only now.
    guard close(descriptor) == 0, isWritten else { throw isWritten ? Self.failure(file) : failure }
    return file
  }

  /// Removes the folder with all that is in it, what a program put there included.
  package func remove() {
    Self.remove(path)
  }

  private static func remove(_ folder: String) {
    for name in Platform.names(in: folder) {
      let path = folder + "/" + name
      // A link is removed and not followed: `unlink` fails for nothing but a folder.
      if unlink(path) != 0, errno == EISDIR || errno == EPERM { remove(path) }
    }
    rmdir(folder)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(path: path, reason: String(cString: strerror(errno)))
  }
}
