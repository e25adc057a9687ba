/// The system calls that storing a file takes, and no more.
///
/// Each method is one call, so that a simulated twin can fail or stop at any of them.
protocol FileSystem: Sendable {
  /// How a file is opened.
  typealias Descriptor = Int32

  /// The user that the process acts as.
  var user: UInt32 { get }

  /// Opens an existing file to be read.
  func openForReading(_ path: String) throws(SystemError) -> Descriptor
  /// Creates a file, only the owner's, to be written; fails if there is one.
  func create(_ path: String) throws(SystemError) -> Descriptor
  /// Opens a lock file, and creates it if there is none.
  func openLock(_ path: String, mode: UInt32) throws(SystemError) -> Descriptor
  /// Opens a folder, to be synchronized.
  func openFolder(_ path: String) throws(SystemError) -> Descriptor
  func close(_ descriptor: Descriptor) throws(SystemError)

  /// Reads the next bytes; none at the end.
  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemError) -> [UInt8]
  /// Writes as many of the bytes as the system takes, and says how many.
  func write(_ descriptor: Descriptor, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Waits until what was written, or renamed in a folder, will survive a crash.
  func synchronize(_ descriptor: Descriptor) throws(SystemError)
  func setOwner(_ descriptor: Descriptor, _ owner: UInt32, group: UInt32) throws(SystemError)
  func setMode(_ descriptor: Descriptor, _ mode: UInt32) throws(SystemError)
  /// Gives a file the extended attributes of another.
  func copyAttributes(from path: String, to descriptor: Descriptor) throws(SystemError)
  /// Takes the lock of a lock file, which ends with the process at the latest; `false` if another one has it.
  func lock(_ descriptor: Descriptor) throws(SystemError) -> Bool
  /// Waits a little before the next try to lock.
  func pause(milliseconds: Int)

  /// What a name stands for, links not followed; `nil` if there is nothing.
  func status(_ path: String) throws(SystemError) -> FileStatus?
  func readLink(_ path: String) throws(SystemError) -> String
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  func makeFolder(_ path: String) throws(SystemError)
  /// The names in a folder, in no order.
  func names(in folder: String) throws(SystemError) -> [String]
  /// A folder's absolute path without symbolic links; the path as given if the system can't tell.
  func canonicalPath(_ folder: String) -> String
}
