import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that keeps what is staged in one editor, replaced as a whole and synchronized.
final class RecoveryFile: Sendable {
  let path: String
  private let folder: String
  /// The open file, which holds the lock; -1 while there is none.
  private let descriptor = Mutex<Int32>(-1)

  init(folder: String, name: String) {
    self.folder = folder
    path = folder + "/" + name
  }

  deinit {
    descriptor.withLock { current in
      guard current >= 0 else { return }
      // A child that is just being started has the descriptor, too, for a moment, and would keep the lock.
      flock(current, LOCK_UN)
      close(current)
    }
  }

  /// Replaces the content, durably; `false` if the system would not. The lock is never let go meanwhile.
  func write(_ bytes: [UInt8]) -> Bool {
    descriptor.withLock { current in
      guard Platform.makeFolders(folder) else { return false }
      let temporary = path + ".new"
      unlink(temporary)
      let file = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { return false }
      guard flock(file, LOCK_EX | LOCK_NB) == 0, Platform.write(bytes, to: file), fsync(file) == 0,
        rename(temporary, path) == 0
      else {
        unlink(temporary)
        close(file)
        return false
      }
      Platform.synchronizeFolder(folder)
      if current >= 0 { close(current) }
      current = file
      return true
    }
  }

  /// Removes the file: nothing is staged any more.
  func remove() {
    descriptor.withLock { current in
      guard current >= 0 else { return }
      unlink(path)
      close(current)
      current = -1
    }
  }
}
