/// The system calls that storing a file requires.
///
/// Each method is one call, so that a simulation can fail or stop at any of them. Names are relative to an open folder. A name
/// that is a symbolic link is never followed, because the folder may belong to another user, who can replace a name at any
/// moment.
package protocol FileSystem: Sendable {
  typealias Descriptor = Int32

  /// The effective user of the process.
  var user: UInt32 { get }

  // MARK: Paths

  /// Opens a folder; symbolic links are followed.
  func openFolder(atPath path: String) throws(SystemError) -> Descriptor
  /// Returns the status of a path; `nil` if there is no such file. A symbolic link at the end of the path isn't followed.
  func status(atPath path: String) throws(SystemError) -> FileStatus?
  /// Returns the target of a symbolic link. Throws `EILSEQ` if it isn't valid UTF-8.
  func readLink(atPath path: String) throws(SystemError) -> String
  /// Checks that the process may create, replace and remove files in a folder, by the folder's mode and the mount.
  func checkIsWritable(folderAtPath path: String) throws(SystemError)
  /// Creates a folder with mode 0700.
  func makeFolder(atPath path: String) throws(SystemError)
  /// Returns the absolute path of a folder without symbolic links; the given path if the system can't resolve it.
  func canonicalPath(_ folder: String) -> String

  // MARK: Names in a folder

  func openFolder(_ name: String, in folder: Descriptor) throws(SystemError) -> Descriptor
  /// Opens a file for reading, without waiting for the other end of a FIFO.
  func open(_ name: String, in folder: Descriptor) throws(SystemError) -> Descriptor
  /// Creates a file for writing that only its owner can use; fails if the name is taken.
  func create(_ name: String, in folder: Descriptor) throws(SystemError) -> Descriptor
  /// Creates a folder with mode 0700.
  ///
  /// - Parameter owner: The owner and group of the folder, if root creates it for another user.
  func makeFolder(_ name: String, in folder: Descriptor, for owner: FileStatus?) throws(SystemError)
  /// Returns the status of a name; `nil` if there is no such file.
  func status(_ name: String, in folder: Descriptor) throws(SystemError) -> FileStatus?
  func setMode(_ name: String, in folder: Descriptor, _ mode: UInt32) throws(SystemError)
  /// Renames a file, replacing a file with the new name.
  func rename(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemError)
  /// Renames a file; fails if the new name is taken.
  func move(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemError)
  /// Exchanges two names in one step.
  func exchange(
    _ name: String, in folder: Descriptor, with otherName: String, in otherFolder: Descriptor
  ) throws(SystemError)
  func remove(_ name: String, in folder: Descriptor) throws(SystemError)
  /// Removes a file whose space isn't needed at once: the space may become free later.
  func discard(_ name: String, in folder: Descriptor) throws(SystemError)
  /// Returns the names in a folder, in no particular order. Names that aren't valid UTF-8 are left out.
  func names(in folder: Descriptor) throws(SystemError) -> [String]

  // MARK: Open files

  func close(_ descriptor: Descriptor) throws(SystemError)
  func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus
  /// Reads the next bytes; returns an empty array at the end.
  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemError) -> [UInt8]
  /// Writes as many bytes as the system accepts, and returns their number.
  func write(_ descriptor: Descriptor, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Allocates disk space for a file.
  func allocate(_ descriptor: Descriptor, size: Int) throws(SystemError)
  /// Starts to write the content of a file to the disk, and doesn't wait. It guarantees nothing, but a later `synchronize` takes less
  /// time.
  func startWriting(_ descriptor: Descriptor)
  /// Waits until the content of a file, or the names in a folder, survive a crash.
  func synchronize(_ descriptor: Descriptor) throws(SystemError)
  /// Waits until the contents of several files and the names in several folders survive a crash. Synchronizes all at the same time,
  /// and returns the error of each; `nil` for success.
  func synchronize(_ descriptors: [Descriptor]) -> [SystemError?]
  /// Changes the owner, the group, or both.
  func setOwner(_ descriptor: Descriptor, _ owner: UInt32?, group: UInt32?) throws(SystemError)
  func setMode(_ descriptor: Descriptor, _ mode: UInt32) throws(SystemError)
  /// Copies the extended attributes of a file to another, including access control lists.
  func copyAttributes(from source: Descriptor, to descriptor: Descriptor) throws(SystemError)
  /// Removes the access control lists that a new file or folder inherited from its folder.
  func removeAccessLists(_ descriptor: Descriptor) throws(SystemError)
  /// Locks a file until it is closed; returns `false` if another process has locked it.
  func lock(_ descriptor: Descriptor) throws(SystemError) -> Bool
  /// The process that has locked a file; `nil` if none has, or if the system can't determine it.
  func lockHolder(of descriptor: Descriptor) -> LockHolder?
  /// Whether another program has the file open for writing; `nil` if the system can't determine it.
  func isOpenForWriting(_ descriptor: Descriptor) -> Bool?

  /// Waits until the space of all files that this process has discarded is free.
  func waitForDiscardedFiles()
  /// Returns a random number, for a name that no other process uses.
  func randomNumber() -> UInt64
  /// Waits before the next attempt.
  func pause(milliseconds: Int)
}

extension FileSystem {
  /// Removes the file, and frees its space at once.
  package func discard(_ name: String, in folder: Descriptor) throws(SystemError) {
    try remove(name, in: folder)
  }

  /// The process isn't known.
  package func lockHolder(of descriptor: Descriptor) -> LockHolder? { nil }

  /// There is nothing to wait for.
  package func waitForDiscardedFiles() {}
}
