#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Repeats a call while a signal interrupts it; throws the error of a failed call.
@discardableResult
func check<Result: BinaryInteger>(
  _ name: String, on path: String? = nil, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw .last(name, on: path) }
  }
}

/// Returns the result of a call; `nil` if the call failed because there is no such file.
func existing<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result? {
  do throws(SystemError) {
    return try call()
  } catch {
    guard error.isAbsence else { throw error }
    return nil
  }
}

// In a type with a method `close`, Swift resolves `close` to the method. These names stay available there.

func systemOpen(_ path: String, _ flags: Int32, mode: UInt32 = 0) -> Int32 { open(path, flags, mode_t(mode)) }
func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
func systemSend(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, buffer, count, flags)
}
func systemExit(_ status: Int32) -> Never { exit(status) }
