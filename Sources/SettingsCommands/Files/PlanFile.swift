import Settings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that a plan is saved in; `-` is the standard input or output.
struct PlanFile {
  let path: String

  var isStandardOutput: Bool { path == "-" }

  /// Reads the plan.
  func read() throws(Failure) -> SettingsPlan {
    guard !path.isEmpty else { throw .usage("The plan has no name; name one that --plan has saved.") }
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT {
        throw Failure(.noInput, "\(path): no such file; name a plan that --plan has saved.")
      }
      throw Failure(.ioError, "\(path) can't be read (\(String(cString: strerror(errno)))).")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0, errno != EINTR {
        throw Failure(.ioError, "\(path) can't be read (\(String(cString: strerror(errno)))).")
      }
      bytes += buffer.prefix(max(0, count))
    }
    do throws(PlanError) { return try SettingsPlan(parsing: bytes) } catch {
      throw Failure(.dataError, "\(path): \(error)")
    }
  }

  /// Writes the plan, for its owner only; a file of that name is replaced as a whole.
  func write(_ plan: SettingsPlan) throws(Failure) {
    if isStandardOutput { return Output.printExact(String(decoding: plan.bytes.dropLast(), as: UTF8.self)) }
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw notWritten(.cannotCreate, errno) }
    var rest = plan.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR {
        let error = errno
        close(descriptor)
        unlink(temporary)
        throw notWritten(.ioError, error)
      }
      rest = rest.dropFirst(max(0, count))
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else {
      let error = errno
      unlink(temporary)
      throw notWritten(.cannotCreate, error)
    }
  }

  private func notWritten(_ status: ExitStatus, _ error: Int32) -> Failure {
    Failure(status, "\(path) can't be written (\(String(cString: strerror(error)))); nothing was changed.")
  }
}
