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

/// Returns the result of a call that may find no file; `nil` if there is none.
func existing<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result? {
  do throws(SystemError) {
    return try call()
  } catch {
    guard error.isAbsence else { throw error }
    return nil
  }
}

// The functions of the C library under other names, for methods with the same names as the functions.

func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
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
