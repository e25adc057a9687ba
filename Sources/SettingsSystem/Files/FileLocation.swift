/// A file's path, split into a folder and a name.
package struct FileLocation: Hashable, Sendable {
  /// The folder; never empty.
  package let folder: String
  /// The file's name in the folder.
  package let name: String

  /// The path of the file itself.
  package var path: String { path(of: name) }

  /// Creates a location by splitting a path at its last slash.
  package init(_ path: String) {
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    } else {
      folder = "."
      name = path
    }
  }

  /// Creates the location of a file in a folder.
  package init(in folder: String, _ name: String) {
    self.folder = folder
    self.name = name
  }

  /// Returns the path of a file beside this one.
  package func path(of sibling: String) -> String {
    switch folder {
    case ".": sibling
    case "/": "/" + sibling
    default: folder + "/" + sibling
    }
  }
}
