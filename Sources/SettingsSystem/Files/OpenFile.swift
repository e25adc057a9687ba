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
    // `close` can report an error of an earlier write. Code that writes a file has already synchronized it, or closed a descriptor
    // of it and checked the result, so this error can be ignored.
    try? fileSystem.close(descriptor)
  }
}
