import SettingsSystem

/// A folder for temporary files that only their owner can open, because they may contain secrets.
///
/// The folder is locked while it is in use. A folder without a lock was left behind by a killed process; if it held a candidate, a later
/// run removes it. That is safer than a process number in the name, which the system gives to another process after a while.
///
/// `/tmp` belongs to everybody. Another user can create names in it, and can guess ours. So each step works on a descriptor, and after
/// locking, the folder's identity is compared with what the name leads to now: if a sweep of another process has removed the folder in
/// between, the next name is tried.
package struct PrivateFolder: Sendable {
  /// A temporary file or folder can't be created. It is thrown to commands, which print its description as a part of a sentence.
  package struct Failure: Error, CustomStringConvertible {
    let path: String
    let cause: SystemCallError

    package var description: String { "no temporary file can be created at \(path) (\(cause))" }
  }

  /// The content of the folder, which determines what happens to the folder after its process is killed.
  ///
  /// The raw value is the beginning of the folders' names.
  package enum Content: String, Sendable {
    /// Text that a person is editing. It is kept, because a program could still have it open.
    case text = "settings-"
    /// A settings file that a command checks. The next run removes it.
    case candidate = "settings-candidate-"
  }

  package let path: String
  /// The open folder, which holds the lock. The lock ends with the last copy of this value, or with the process.
  private let folder: OpenFile
  /// The folder that it is in.
  private let parent: OpenFile

  /// Creates a folder with mode 0700.
  ///
  /// - Parameter preferred: The absolute path of the folder in which to create it. If that fails, it is created in `TMPDIR`, or
  ///   in `/tmp`.
  package init(for content: Content, preferably preferred: String? = nil) throws(Failure) {
    if let preferred, preferred.hasPrefix("/") {
      do throws(SystemCallError) {
        try self.init(in: preferred, for: content)
        return
      } catch {
        // Try the other folder, and report its error.
      }
    }
    do throws(SystemCallError) {
      try self.init(in: Self.temporaryFolder, for: content)
    } catch {
      throw Failure(path: Self.temporaryFolder, cause: error)
    }
  }

  private init(in parentPath: String, for content: Content) throws(SystemCallError) {
    let files = POSIXFileSystem()
    parent = OpenFile(try files.openFolder(atPath: parentPath), in: files)
    // Another process may remove a new folder before it is locked.
    for _ in 0..<100 {
      let name = content.rawValue + String(files.randomNumber(), radix: 36)
      do throws(SystemCallError) {
        try files.makeFolder(name, in: parent.descriptor, for: nil, mode: 0o700)
        let folder = OpenFile(try files.openFolder(name, in: parent.descriptor), in: files)
        let identity = try files.status(of: folder.descriptor).identity
        guard try files.lock(folder.descriptor),
          try files.status(name, in: parent.descriptor)?.identity == identity
        else { continue }
        (path, self.folder) = (parentPath + "/" + name, folder)
        return
      } catch {
        guard error.isAbsence || error.isTaken else { throw error }
      }
    }
    throw .absent("mkdirat")
  }

  /// The folder for temporary files: `TMPDIR`, or `/tmp` if the variable is missing, empty or not UTF-8.
  static var temporaryFolder: String {
    let given = EnvironmentVariables.value("TMPDIR") ?? ""
    return given.isEmpty ? "/tmp" : given
  }

  /// Creates a file with mode 0600, and returns its path.
  ///
  /// Throws an error if the folder already has a file of that name. After an error the file can be there with a part of its bytes, until
  /// the folder is removed.
  package func write(_ bytes: [UInt8], as name: String) throws(Failure) -> String {
    let files = POSIXFileSystem()
    let file = path + "/" + name
    do throws(SystemCallError) {
      let descriptor = try files.create(name, in: folder.descriptor)
      do throws(SystemCallError) {
        try files.writeAll(bytes, to: descriptor)
      } catch {
        // Report the first error.
        try? files.close(descriptor)
        throw error
      }
      // The system may report only now that a disk of another machine is full.
      try files.close(descriptor)
    } catch {
      throw Failure(path: file, cause: error)
    }
    return file
  }

  /// Removes the folder with its content, including files that other programs have created in it.
  ///
  /// A file that can't be removed stays, and only its owner can open it. The next ``sweep()`` tries to remove a candidate again.
  package func remove() {
    let files = POSIXFileSystem()
    files.removeContents(of: folder.descriptor)
    // Unlock last: no sweep may enter the folder while its content is removed.
    try? files.removeFolder(String(path.split(separator: "/").last ?? ""), in: parent.descriptor)
    files.unlock(folder.descriptor)
  }
}

extension POSIXFileSystem {
  /// Removes everything in a folder that can be removed. Symbolic links are removed, not followed.
  fileprivate func removeContents(of folder: Descriptor) {
    do throws(SystemCallError) {
      for name in try names(in: folder) { removeTree(name, in: folder) }
    } catch {
      // A folder that can't be read keeps its content.
    }
  }

  /// Removes a file, or a folder with everything in it that can be removed. Symbolic links are removed, not followed.
  package func removeTree(_ name: String, in folder: Descriptor) {
    do throws(SystemCallError) {
      do throws(SystemCallError) {
        try remove(name, in: folder)
      } catch {
        // `unlink` reports one of these errors for a folder.
        guard error.isWrongKind || error.isDenied else { throw error }
        let inner = OpenFile(try openFolder(name, in: folder), in: self)
        removeContents(of: inner.descriptor)
        try removeFolder(name, in: folder)
      }
    } catch {
      // An item that can't be removed stays; the others are still removed.
    }
  }
}

extension PrivateFolder {
  /// Removes the candidates that killed processes of this user left behind.
  ///
  /// Any user can create names in the folder for temporary files. So a folder is opened without following links, and removed with all that
  /// is in it only if it belongs to this user, if no other user can enter it, and if no process has locked it.
  package static func sweep() {
    let files = POSIXFileSystem()
    do throws(SystemCallError) {
      let parent = OpenFile(try files.openFolder(atPath: temporaryFolder), in: files)
      for name in try files.names(in: parent.descriptor) where name.hasPrefix(Content.candidate.rawValue) {
        sweep(name, in: parent.descriptor, files: files)
      }
    } catch {
      // Leftovers are harmless; the next run tries again.
    }
  }

  private static func sweep(_ name: String, in parent: FileSystem.Descriptor, files: POSIXFileSystem) {
    do throws(SystemCallError) {
      let folder = OpenFile(try files.openFolder(name, in: parent), in: files)
      let status = try files.status(of: folder.descriptor)
      guard status.owner == files.user, status.mode == 0o700, try files.lock(folder.descriptor) else {
        return
      }
      defer { files.unlock(folder.descriptor) }
      files.removeContents(of: folder.descriptor)
      // This fails if something is left that can't be removed.
      try files.removeFolder(name, in: parent)
    } catch {
      // Leftovers are harmless; the next run tries again.
    }
  }
}
