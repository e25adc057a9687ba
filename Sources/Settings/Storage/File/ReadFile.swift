import SettingsSystem

/// The settings file as it was read, still open.
struct ReadFile {
  let file: OpenFile
  let status: FileStatus
  let bytes: [UInt8]

  /// Reads the file; returns `nil` if it doesn't exist.
  ///
  /// - Parameters:
  ///   - path: The file's name in errors.
  ///   - known: The content for a status. If the file has that status, it isn't read.
  ///   - expected: The content that the file probably has. If it has, that array is used.
  init?(
    _ name: String, in folder: OpenFile, path: String, known: KnownFiles.Content? = nil,
    expecting expected: [UInt8]? = nil, _ fileSystem: any FileSystem
  ) throws(StorageError) {
    do throws(SystemError) {
      file = OpenFile(try fileSystem.open(name, in: folder.descriptor), in: fileSystem)
      status = try fileSystem.status(of: file.descriptor)
      bytes =
        if let known, known.status == status {
          known.bytes
        } else if status.kind != .file {
          []
        } else if let expected, expected.count == status.size {
          try fileSystem.readAll(file.descriptor, expecting: expected, size: status.size)
        } else {
          try fileSystem.readAll(file.descriptor, expecting: status.size)
        }
    } catch {
      if error.isAbsence { return nil }
      throw error.isWrongKind ? .notAFile(path: path) : .unreadable(path: path, error)
    }
    guard status.kind == .file else { throw .notAFile(path: path) }
  }

  /// Whether another read found the same file with the same content and permissions.
  func isSame(as other: ReadFile) -> Bool {
    status.identity == other.status.identity && status.mode == other.status.mode
      && status.owner == other.status.owner && status.group == other.status.group
      && bytes.hasSameBytes(as: other.bytes)
  }
}

extension FileStatus {
  /// Throws if the file must not be replaced.
  ///
  /// - Parameter path: The file's name in errors.
  func checkIsWritable(path: String, by user: UInt32) throws(StorageError) {
    guard kind == .file else { throw .notAFile(path: path) }
    guard mode & 0o222 != 0 else { throw .readOnly(path: path) }
    guard owner == user || user == 0 else { throw .foreign(path: path, owner: owner) }
    guard mode & 0o200 != 0 || user == 0 else { throw .readOnly(path: path) }
  }
}
