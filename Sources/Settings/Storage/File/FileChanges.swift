// A dispatch source may be cancelled from any thread; its type just does not say so yet.
@preconcurrency import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Says that one of some files may have been written, replaced, removed or made.
///
/// The folders are watched, not the files, because a file that is replaced takes its watch with it. Where the system
/// lends no watch, the stream says nothing, and a change shows at the next read.
func fileChanges(at locations: Set<FileLocation>) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return }
      let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB
      for folder in Set(locations.map(\.folder)) { inotify_add_watch(descriptor, folder, UInt32(events)) }

      let names = Set(locations.map(\.name))
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        if nextEvents(descriptor).contains(where: names.contains) { continuation.yield() }
      }
      source.setCancelHandler { close(descriptor) }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
    #endif
  }
}

#if os(Linux)
  /// The names that the waiting events are about.
  private func nextEvents(_ descriptor: Int32) -> [String] {
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let length = read(descriptor, &buffer, buffer.count)
      guard length > 0 else { return names }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= length {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = bytes[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
          names.append(String(decoding: name, as: UTF8.self))
          offset += header + Int(event.len)
        }
      }
    }
  }
#endif
