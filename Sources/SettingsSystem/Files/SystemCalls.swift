#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The C library's functions under other names, for methods that have the functions' names.

package func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
package func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
package func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
package func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
