import SettingsJSON
import SettingsSystem

/// Finds and reads the Swift files that a command line names.
///
/// A path can be a file, whatever its name is, or a folder. In a folder and its subfolders, all files that end in `.swift` are read, except
/// hidden files and files in hidden folders such as `.build`.
///
/// Each file is read once, even if two paths or links lead to it, and belongs to the first module that names it.
/// Everything is sorted by the bytes of the paths: the order of the command line, of the folder on disk and of the
/// locale have no effect on the output.
struct SourceTree {
  /// Sources that can't be read, or an output that can't be written. The exit status is one of `sysexits.h`, and the
  /// message names the path.
  struct Failure: Error, Equatable {
    var exitStatus: ExitStatus
    var message: String
  }

  /// The files so far, with the modules that they belong to.
  private var found: [(path: String, module: String?)] = []
  /// The files and folders that were visited, by device and inode. It ends a cycle of links between folders.
  private var seen: Set<FileStatus.Identity> = []

  /// Returns the Swift files at some paths and the files of other modules, sorted by path, without duplicates and without files that this
  /// program has written.
  ///
  /// Generated code can be committed beside the sources that it comes from. If it were read, an enum would seem to have the conformance
  /// that only the generated code gives it, so the next run would leave the conformance out.
  static func read(
    _ paths: [String], of modules: [CommandOptions.Module] = []
  ) throws(Failure) -> [SourceFile] {
    var tree = SourceTree()
    try tree.add(paths, of: nil)
    for module in modules { try tree.add(module.paths, of: module.name) }
    var files: [SourceFile] = []
    files.reserveCapacity(tree.found.count)
    for (path, module) in tree.found.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      do throws(SystemCallError) {
        let bytes = try POSIXFileSystem().readFile(atPath: path, atMost: InputLimits.documentSize)
        let file = SourceFile(path: path, module: module, text: bytes)
        if !SwiftEmitter.wrote(file) { files.append(file) }
      } catch {
        throw failure(path, error: error)
      }
    }
    return files
  }

  /// Returns the bytes of a file; `nil` if it does not exist. An unreadable file is a failure: an output that can't be
  /// read may differ.
  static func read(ifPresent path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemCallError) {
      return try POSIXFileSystem().readFile(atPath: path, atMost: InputLimits.documentSize)
    } catch {
      if error.isMissingPath { return nil }
      throw failure(path, error: error)
    }
  }

  /// The failure for an error of the system at a path: exit status 66 if nothing is there, else 74.
  private static func failure(_ path: String, error: SystemCallError) -> Failure {
    error.isMissingPath
      ? Failure(exitStatus: .noInput, message: "'\(path)' does not exist")
      : Failure(exitStatus: .ioError, message: "cannot read '\(path)': \(error.reason)")
  }

  /// Adds the files of a module. If its paths lead to no Swift file that wasn't found before, that is a failure: the
  /// folder is probably wrong.
  private mutating func add(_ paths: [String], of module: String?) throws(Failure) {
    let count = found.count
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { try add(path, of: module) }
    if found.count > count { return }
    let list = paths.joined(separator: ", ")
    throw Failure(exitStatus: .noInput, message: "there are no Swift files in \(list)")
  }

  /// Adds a file, or the Swift files in a folder and its subfolders, except hidden files.
  ///
  /// The folders that are still to be read are on a list, so the depth of the tree doesn't matter. Only the path itself
  /// is `isNamed`: it has to exist and to be a file or a folder. Inside of a folder, only what ends in `.swift` has to
  /// be readable.
  private mutating func add(_ path: String, of module: String?) throws(Failure) {
    let files = POSIXFileSystem()
    var waiting = [path]
    var isNamed = true
    while let next = waiting.popLast() {
      defer { isNamed = false }
      // A broken link in a folder matters only if it has the name of a Swift file.
      let isWanted = isNamed || next.hasSuffix(".swift")
      let (status, names): (FileStatus, [String])
      do throws(SystemCallError) {
        status = try files.resolvedStatus(atPath: next)
        names = status.kind == .folder ? try files.names(inFolder: next) : []
      } catch {
        if isWanted { throw Self.failure(next, error: error) }
        continue
      }
      switch status.kind {
      case .file where isWanted && seen.insert(status.identity).inserted: found.append((next, module))
      // A link can point to a folder that was visited before.
      case .folder where seen.insert(status.identity).inserted:
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        where !name.hasPrefix(".") {
          waiting.append(next.hasSuffix("/") ? next + name : next + "/" + name)
        }
      case .link where isNamed, .other where isNamed:
        throw Failure(exitStatus: .noInput, message: "'\(next)' is neither a file nor a folder")
      case .file, .folder, .link, .other: break
      }
    }
  }
}
