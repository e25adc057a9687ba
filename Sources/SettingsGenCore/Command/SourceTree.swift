import SettingsSystem

/// Finds and reads the Swift files that a command line names.
struct SourceTree {
  /// Sources that can't be read.
  struct Failure: Error, Equatable {
    var exitStatus: ExitStatus
    var message: String
  }

  private var found: [(path: String, module: String?)] = []
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
      do throws(SystemError) {
        let bytes = try POSIXFileSystem().readFile(atPath: path, padding: SourceFile.padding)
        let file = SourceFile(path: path, module: module, padded: bytes)
        if !SwiftEmitter.wrote(file) { files.append(file) }
      } catch {
        throw failure(path, error: error)
      }
    }
    return files
  }

  /// Returns the bytes of a file; `nil` if it does not exist.
  static func read(ifPresent path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      return try POSIXFileSystem().readFile(atPath: path)
    } catch {
      if error.isMissingPath { return nil }
      throw failure(path, error: error)
    }
  }

  private static func failure(_ path: String, error: SystemError) -> Failure {
    error.isMissingPath
      ? Failure(exitStatus: .noInput, message: "'\(path)' does not exist")
      : Failure(exitStatus: .ioError, message: "cannot read '\(path)': \(error.reason)")
  }

  /// Adds the files of a module.
  private mutating func add(_ paths: [String], of module: String?) throws(Failure) {
    let count = found.count
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { try add(path, of: module) }
    if found.count > count { return }
    let list = paths.joined(separator: ", ")
    throw Failure(exitStatus: .noInput, message: "there are no Swift files in \(list)")
  }

  /// Adds a file, or the Swift files in a folder and its subfolders, except hidden files.
  private mutating func add(_ path: String, of module: String?) throws(Failure) {
    let files = POSIXFileSystem()
    var waiting = [path]
    var isNamed = true
    while let next = waiting.popLast() {
      do {
        let status = try files.resolvedStatus(atPath: next)
        switch status.kind {
        case .file:
          if isNamed || next.hasSuffix(".swift"), seen.insert(status.identity).inserted {
            found.append((next, module))
          }
        case .folder:
          // A link can point to a folder that was visited before.
          guard seen.insert(status.identity).inserted else { continue }
          let names = try files.names(inFolder: next).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
          }
          for name in names where !name.hasPrefix(".") {
            waiting.append(next.hasSuffix("/") ? next + name : next + "/" + name)
          }
        case .link, .other:
          if isNamed {
            throw Failure(exitStatus: .noInput, message: "'\(next)' is neither a file nor a folder")
          }
        }
      } catch let error as SystemError {
        // A broken link in a folder matters only if it has the name of a Swift file.
        if isNamed || next.hasSuffix(".swift") { throw Self.failure(next, error: error) }
      } catch let error as Failure {
        throw error
      } catch {
        throw Failure(exitStatus: .ioError, message: "cannot read '\(next)'")
      }
      isNamed = false
    }
  }
}
