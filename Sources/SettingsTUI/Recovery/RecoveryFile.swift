import SettingsSystem
import Synchronization

/// The file that keeps the staged changes of one editor. It is replaced as a whole and synchronized.
final class RecoveryFile: Sendable {
  private let location: FileLocation
  private let files = POSIXFileSystem()
  /// The open file, which holds the lock; `nil` while there are no staged changes.
  private let current = Mutex<OpenFile?>(nil)

  var path: String { location.path }

  init(folder: String, name: String) {
    location = FileLocation(in: folder, name)
  }

  deinit {
    // Unlock the file explicitly. Otherwise, a child process that is being started could keep the lock for a moment.
    current.withLock { if let file = $0 { files.unlock(file.descriptor) } }
  }

  /// Replaces the content, durably; returns `false` if that fails. At any time, the file with that name is locked.
  func write(_ bytes: [UInt8]) -> Bool {
    current.withLock { current in
      do throws(SystemError) {
        _ = try files.makeFolders(location.folder)
        current = try files.replaceLockedFile(location, with: bytes)
        return true
      } catch {
        return false
      }
    }
  }

  /// Removes the file, because there are no longer any staged changes.
  func remove() {
    current.withLock { current in
      guard current != nil else { return }
      current = nil
      // A file that can't be removed is offered at the next start.
      try? files.remove(atPath: path)
    }
  }
}
