#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for temporary files that only their owner can look into: what is in it may hold secrets.
///
/// The folder is locked for as long as it is in use; one without a lock was left behind by a process that was killed.
package struct PrivateFolder {
  /// Why a temporary file can't be made.
  package struct Failure: Error, CustomStringConvertible {
    let path: String
    let reason: String

    package var description: String { "no temporary file can be made at \(path) (\(reason))" }
  }

  /// What is in a folder, and so what becomes of it when its process is killed.
  package enum Content: Sendable {
    /// A text that a person is editing: it stays, as their program may still have it open.
    case text
    /// What a command is to check: the next run removes it.
    case candidate

    /// What the names of such folders begin with.
    var prefix: String {
      switch self {
      case .text: "settings-"
      case .candidate: "settings-candidate-"
      }
    }
  }

  package let path: String
  /// The open folder, which holds the lock.
  private let descriptor: Int32

  /// Makes a folder of mode 0700.
  ///
  /// - Parameter preferred: a folder to make it in, given from the root, if that can be. Otherwise it is made in `TMPDIR`,
  ///   or else in `/tmp`.
  package init(for content: Content, preferably preferred: String? = nil) throws(Failure) {
    let preferred = preferred.flatMap { $0.hasPrefix("/") ? Self.make(in: $0, for: content) : nil }
    guard let made = preferred ?? Self.make(in: Self.temporaryFolder, for: content) else {
      throw Self.failure(Self.temporaryFolder)
    }
    (path, descriptor) = made
  }

  /// Where temporary files go.
  static var temporaryFolder: String {
    let given = EnvironmentVariables.value("TMPDIR") ?? ""
    return given.isEmpty ? "/tmp" : given
  }

  private static func make(in parent: String, for content: Content) -> (path: String, descriptor: Int32)? {
    // Another process may sweep a new folder away before it is locked.
    for _ in 0..<100 {
      var template = Array((parent + "/" + content.prefix + "XXXXXX").utf8CString)
      guard let path = mkdtemp(&template).map({ String(cString: $0) }) else { return nil }
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder < 0, errno != ENOENT { return nil }
      if folder >= 0 {
        if flock(folder, LOCK_EX | LOCK_NB) == 0, isStill(folder, at: path) { return (path, folder) }
        close(folder)
      }
    }
    return nil
  }

  /// Whether an open folder is the one at a path.
  private static func isStill(_ folder: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(folder, &open) == 0 && lstat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
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
    // A child that is just being started has the descriptor, too, for a moment, and would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
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
