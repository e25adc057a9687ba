import Dispatch

/// The files that this process has removed and whose space isn't free yet.
///
/// A file without a name keeps its space until its last descriptor is closed. To free the space takes about as long as writing it did,
/// so another thread closes the descriptor.
enum DiscardedFiles {
  private static let group = DispatchGroup()

  /// Closes the last descriptor of a removed file, and with it frees its space.
  static func close(_ descriptor: FileSystem.Descriptor) {
    group.enter()
    let close: @Sendable () -> Void = {
      _ = systemClose(descriptor)
      group.leave()
    }
    do throws(SystemError) { try IdleThread.perform(close) } catch { close() }
  }

  /// Waits until the space is free.
  static func wait() { group.wait() }
}
