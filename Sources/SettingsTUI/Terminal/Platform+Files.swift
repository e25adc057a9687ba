#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// The bytes of a file; `nil` if it cannot be read or is too long.
  static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      switch readOnce(file) {
      case .bytes(let more):
        bytes += more
        if bytes.count > limit { return nil }
      case .nothingYet: continue
      case .ended: return bytes
      }
    }
  }

  /// The names in a folder; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    return names { readdir(stream) }
  }

  /// The names of a folder's entries, as they are read one after the other.
  static func names(_ next: () -> UnsafeMutablePointer<dirent>?) -> [String] {
    var names: [String] = []
    while let entry = next() {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name))
        {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes a folder and those that lead to it, for their owner only.
  static func makeFolders(_ path: String) -> Bool {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR, errno != EROFS, errno != EACCES {
        return false
      }
    }
    return access(path, W_OK | X_OK) == 0
  }

  /// Makes a renaming in the folder durable.
  static func synchronizeFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// The time, in seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }

  /// A time for people: the time of day, with the date if it is not today.
  static func localTime(_ seconds: Int64, now: Int64 = now) -> String {
    func parts(_ seconds: Int64) -> tm {
      var parts = tm()
      var seconds = time_t(seconds)
      localtime_r(&seconds, &parts)
      return parts
    }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (then, today) = (parts(seconds), parts(now))
    let time = "\(two(then.tm_hour)):\(two(then.tm_min))"
    if then.tm_year == today.tm_year, then.tm_yday == today.tm_yday { return time }
    return "\(then.tm_year + 1900)-\(two(then.tm_mon + 1))-\(two(then.tm_mday)) \(time)"
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
