/// An open file or folder, which is closed with its last reference.
///
/// Functions take it instead of its descriptor, so that the file stays open while they run.
package final class OpenFile: Sendable {
  package let descriptor: FileSystem.Descriptor
  private let fileSystem: any FileSystem

  package init(_ descriptor: FileSystem.Descriptor, in fileSystem: any FileSystem) {
    self.descriptor = descriptor
    self.fileSystem = fileSystem
  }

  deinit {
    // What was written has been synchronized by then, so there is nothing left that an error of `close` could tell.
    try? fileSystem.close(descriptor)
  }
}
