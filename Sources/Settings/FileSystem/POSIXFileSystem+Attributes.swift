import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension POSIXFileSystem {
  /// Copies those attributes that this user may set; a file system without attributes has none to copy.
  func copyAttributes(from path: String, to descriptor: Descriptor) throws(SystemError) {
    #if os(Linux)
      let size = listxattr(path, nil, 0)
      guard size > 0 else { return }
      var list = [CChar](repeating: 0, count: size)
      let length = listxattr(path, &list, size)
      guard length > 0 else { return }
      for name in list[..<length].split(separator: 0) {
        let name = Array(name) + [0]
        let valueSize = getxattr(path, name, nil, 0)
        guard valueSize >= 0 else { continue }
        var value = [UInt8](repeating: 0, count: valueSize)
        let valueLength = getxattr(path, name, &value, valueSize)
        guard valueLength >= 0 else { continue }
        guard fsetxattr(descriptor, name, value, valueLength, 0) == 0 else {
          let mayNot = [EPERM, EACCES, ENOTSUP].contains(errno)
          if mayNot { continue }
          throw SystemError(call: "fsetxattr", code: errno)
        }
      }
    #endif
  }
}
