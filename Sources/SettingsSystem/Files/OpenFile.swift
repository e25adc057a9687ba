/// An open file or folder that is closed with its last reference.
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
    // The content was synchronized before, so an error of `close` concerns no data.
    try? fileSystem.close(descriptor)
  }
}
