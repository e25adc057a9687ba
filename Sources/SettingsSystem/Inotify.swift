#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Watches on folders and files on Linux. They end when the object is released. On other systems, `init` returns `nil`.
///
/// Events only say that something might have changed. Names in them are never used to decide what a file contains, since they can be
/// dropped (`overflow`), combined and late; whoever gets an event looks at the files again.
///
/// `PathWatch` is its only user: it watches each folder on the way to a settings file for names, and the file for content. `inotify(7)`
/// describes the traps:
///
/// - A watch belongs to a file, not to a path. After a rename over the path, the watch of the old file sees nothing of the new one, so the
///   folder is watched, too.
/// - A watch ends with its object. `ended` says when its number has lost its meaning.
/// - The queue is limited. After `overflow`, anything can have changed.
package final class Inotify: Sendable {
  /// What is watched: names, content, or both. Fewer events wake the process less often: `/tmp` changes many times per second.
  package enum Target {
    /// The names in a folder.
    case folder
    /// The names in a folder, and the content of the files in it.
    case files
    /// The content and the attributes of a file.
    case file
  }

  /// The descriptor, which is readable while events are waiting.
  package let descriptor: Int32

  #if os(Linux)
    /// Excludes writes to the files in a folder, which would be most of the events in a busy folder such as `/tmp`.
    private static let folderMask = UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR | IN_DONT_FOLLOW)
    private static let fileMask = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW)

    /// Creates an object without watches; returns `nil` if the system refuses, for example because the user has too many inotify instances
    /// (128 by default). The store then looks at the file in intervals instead.
    package init?() {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
    }

    deinit {
      close(descriptor)
    }

    /// Watches the folder or file at a path, and returns its watch. A symbolic link at the end of the path isn't followed.
    ///
    /// If the folder or file is already watched, adds the events of the target to its watch and returns that watch. If a part of the path
    /// disappears in between, throws an error for which ``SystemCallError/isMissingPath`` is `true`; if the user has too many watches,
    /// throws `ENOSPC`.
    package func add(_ path: [UInt8], as target: Target) throws(SystemCallError) -> Int32 {
      let mask =
        switch target {
        case .folder: Self.folderMask
        case .files: Self.folderMask | UInt32(IN_MODIFY | IN_CLOSE_WRITE)
        case .file: Self.fileMask
        }
      let addition = UInt32(IN_MASK_ADD)
      let watch = inotify_add_watch(descriptor, path.map { CChar(bitPattern: $0) } + [0], mask | addition)
      guard watch >= 0 else { throw .last("inotify_add_watch") }
      return watch
    }

    /// Ends a watch. Does nothing if it has already ended, as after the removal of the file. An event `ended` still follows.
    package func remove(_ watch: Int32) {
      inotify_rm_watch(descriptor, watch)
    }

    /// Returns some of the waiting events; an empty array if no event is waiting. If more wait, the descriptor stays readable.
    package func nextEvents() -> [WatchEvent] {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let length = read(descriptor, &buffer, buffer.count)
      guard length > 0 else { return [] }
      return buffer[..<length].withUnsafeBytes(Self.events)
    }

    private static func events(_ bytes: UnsafeRawBufferPointer) -> [WatchEvent] {
      let header = MemoryLayout<inotify_event>.size
      var events: [WatchEvent] = []
      var offset = 0
      while offset + header <= bytes.count {
        // An event is a header, and a name that is padded with zeros.
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + header + Int(event.len)
        let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
        events.append(
          WatchEvent(watch: event.wd, kinds: kinds(event.mask), name: name.isEmpty ? nil : Array(name)))
        offset = end
      }
      return events
    }

    private static func kinds(_ mask: UInt32) -> WatchEvent.Kinds {
      let table: [(Int32, WatchEvent.Kinds)] = [
        (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO, .names), (IN_ATTRIB, .attributes),
        (IN_MODIFY | IN_CLOSE_WRITE, .content), (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT, .gone),
        (IN_IGNORED, .ended), (IN_Q_OVERFLOW, .overflow),
      ]
      return table.reduce(into: []) { kinds, row in
        if mask & UInt32(row.0) != 0 { kinds.insert(row.1) }
      }
    }
  #else
    package init?() { return nil }

    package func add(_ path: [UInt8], as target: Target) throws(SystemCallError) -> Int32 {
      throw .unsupported("inotify_add_watch")
    }

    package func remove(_ watch: Int32) {}
    package func nextEvents() -> [WatchEvent] { [] }
  #endif
}

/// A change of a watched object.
package struct WatchEvent: Hashable, Sendable {
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A name in a folder was created, removed, or moved.
    package static let names = Kinds(rawValue: 1)
    package static let attributes = Kinds(rawValue: 2)
    package static let content = Kinds(rawValue: 4)
    /// The watched object itself was removed, moved or unmounted.
    package static let gone = Kinds(rawValue: 8)
    /// The watch has ended, by ``Inotify/remove(_:)`` or because the object is gone. Its number can belong to another watch from now on.
    package static let ended = Kinds(rawValue: 16)
    /// The kernel has dropped events, which may concern any watch.
    package static let overflow = Kinds(rawValue: 32)
  }

  package let watch: Int32
  package let kinds: Kinds
  /// The name in the folder; `nil` if the event concerns the watched object itself.
  package let name: [UInt8]?

  package init(watch: Int32, kinds: Kinds, name: [UInt8]?) {
    self.watch = watch
    self.kinds = kinds
    self.name = name
  }
}
