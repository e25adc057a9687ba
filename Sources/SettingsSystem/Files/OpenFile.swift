/// An open file or folder that is closed when its last reference is released.
///
/// Functions take an open file instead of its descriptor, so that the file stays open while they run.
package final class OpenFile: Sendable {
  package let descriptor: FileSystem.Descriptor
  private let fileSystem: any FileSystem

  package init(_ descriptor: FileSystem.Descriptor, in fileSystem: any FileSystem) {
    self.descriptor = descriptor
    self.fileSystem = fileSystem
  }

  deinit {
    // The content has been synchronized before, so an error of `close` doesn't affect any data.
    try? fileSystem.close(descriptor)
  }
}
