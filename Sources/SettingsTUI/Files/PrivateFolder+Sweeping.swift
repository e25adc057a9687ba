#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PrivateFolder {
  /// Removes the candidates that processes of this user left behind because they were killed.
  ///
  /// Anyone may make names in a folder for temporary files. So a folder is opened and never followed, and nothing is
  /// removed unless it is a regular file of this user in a folder of this user that no one else can enter, and that no
  /// process holds the lock of.
  package static func sweep() {
    let parent = open(temporaryFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return }
    defer { close(parent) }
    for name in Platform.names(in: temporaryFolder) where name.hasPrefix(Content.candidate.prefix) {
      sweep(name, in: parent)
    }
  }

  private static func sweep(_ name: String, in parent: Int32) {
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer {
      flock(folder, LOCK_UN)
      close(folder)
    }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o7777 == 0o700,
      flock(folder, LOCK_EX | LOCK_NB) == 0
    else { return }
    for file in names(in: folder) {
      var status = stat()
      guard fstatat(folder, file, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid()
      else { continue }
      unlinkat(folder, file, 0)
    }
    // What is not ours keeps the folder.
    unlinkat(parent, name, AT_REMOVEDIR)
  }

  /// The names in an open folder.
  private static func names(in folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      return []
    }
    defer { closedir(stream) }
    return Platform.names { readdir(stream) }
  }
}
