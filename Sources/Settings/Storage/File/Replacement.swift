import SettingsSystem

/// How the content of a settings file is replaced: the one place that decides it.
///
/// | the file | how |
/// |---|---|
/// | doesn't exist | created |
/// | is in a folder that the user can write, and has one name | a new file takes its place, in one step |
/// | is a mount point, has several names, belongs to another user, or is in a folder that the user can't write | written in place |
///
/// A file that may not be written either is refused.
enum Replacement: Hashable, Sendable {
  case inOneStep
  case inPlace

  /// - Parameters:
  ///   - file: The status of the file; `nil` if it doesn't exist.
  ///   - path: The file's name in errors.
  ///   - isMountPoint: Whether the system has refused to replace it, because it is a mount point.
  init(
    of file: FileStatus?, at location: FileLocation, in folder: OpenFile, path: String,
    isMountPoint: Bool = false,
    _ options: SettingsFileOptions, _ fileSystem: any FileSystem
  ) throws(SettingsStorageError) {
    var refusal: SettingsStorageError?
    if let file {
      guard file.kind == .file else { throw .notAFile(path: path) }
      guard file.mode & 0o222 != 0 else { throw .readOnly(path: path) }
      if file.owner != fileSystem.user, fileSystem.user != 0 {
        refusal = .foreign(path: path, owner: file.owner)
      } else if file.mode & 0o200 == 0, fileSystem.user != 0 {
        throw .readOnly(path: path)
      }
    }
    do throws(SystemCallError) {
      if refusal == nil { try fileSystem.checkIsWritable(nil, in: folder.descriptor) }
    } catch {
      refusal = .notCreatable(path: path, error)
    }
    if let file, file.linkCount > 1, refusal == nil {
      refusal = .severalNames(path: path, count: file.linkCount)
    }
    if isMountPoint { refusal = .mountPoint(path: path) }
    guard let refusal else {
      self = .inOneStep
      return
    }
    guard file != nil, options.allowsWritingInPlace,
      fileSystem.isWritable(location.name, in: folder.descriptor)
    else { throw refusal }
    self = .inPlace
  }
}
