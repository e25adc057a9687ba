/// Finds and reads the Swift files that a command line names.
struct SourceTree {
  /// Sources that can't be read.
  struct Failure: Error, Equatable {
    var exitCode: ExitCode
    var message: String
  }

  private var found: [String] = []
  private var seen: Set<Platform.Identity> = []

  /// The Swift files at some paths, sorted by path, without duplicates.
  static func read(_ paths: [String]) throws(Failure) -> [SourceFile] {
    var tree = SourceTree()
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { try tree.add(path) }
    if tree.found.isEmpty {
      let list = paths.joined(separator: ", ")
      throw Failure(exitCode: .noInput, message: "there are no Swift files in \(list)")
    }
    var files: [SourceFile] = []
    files.reserveCapacity(tree.found.count)
    for path in tree.found.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      do {
        files.append(
          SourceFile(path: path, padded: try Platform.read(path, padding: SourceFile.padding)))
      } catch {
        throw failure(error)
      }
    }
    return files
  }

  private static func failure(_ failure: Platform.Failure) -> Failure {
    failure.isMissing
      ? Failure(exitCode: .noInput, message: "'\(failure.path)' does not exist")
      : Failure(exitCode: .inputOutput, message: "cannot read '\(failure.path)': \(failure.reason)")
  }

  /// Adds a file, or the Swift files in a folder and its subfolders, except hidden ones.
  private mutating func add(_ path: String) throws(Failure) {
    var waiting = [path]
    var isNamed = true
    while let next = waiting.popLast() {
      do {
        switch try Platform.entry(at: next) {
        case .file(let identity):
          if isNamed || next.hasSuffix(".swift"), seen.insert(identity).inserted { found.append(next) }
        case .folder(let identity):
          // A link can point to a folder that was visited.
          guard seen.insert(identity).inserted else { continue }
          for name in try Platform.names(in: next) where !name.hasPrefix(".") {
            waiting.append(next.hasSuffix("/") ? next + name : next + "/" + name)
          }
        case .other:
          if isNamed {
            throw Failure(exitCode: .noInput, message: "'\(next)' is neither a file nor a folder")
          }
        }
      } catch let error as Platform.Failure {
        // A broken link in a folder matters only if its name is that of a Swift file.
        if isNamed || next.hasSuffix(".swift") { throw Self.failure(error) }
      } catch let error as Failure {
        throw error
      } catch {
        throw Failure(exitCode: .inputOutput, message: "cannot read '\(next)'")
      }
      isNamed = false
    }
  }
}
