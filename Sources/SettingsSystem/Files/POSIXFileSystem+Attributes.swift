import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension POSIXFileSystem {
  /// Copies the attributes that this user is allowed to set.
  ///
  /// An access control list determines who can read the file, so a failure to copy one is an error. The kernel or
  /// a security module sets most other attributes, so one that this user isn't allowed to set is left out.
  package func copyAttributes(from source: Descriptor, to descriptor: Descriptor) throws(SystemError) {
    #if os(Linux)
      let size = flistxattr(source, nil, 0)
      guard size > 0 else { return }
      var list = [CChar](repeating: 0, count: size)
      let length = flistxattr(source, &list, size)
      guard length > 0 else { return }
      for name in list[..<length].split(separator: 0) {
        let name = Array(name) + [0]
        let valueSize = fgetxattr(source, name, nil, 0)
        guard valueSize >= 0 else { continue }
        var value = [UInt8](repeating: 0, count: valueSize)
        let valueLength = fgetxattr(source, name, &value, valueSize)
        guard valueLength >= 0 else { continue }
        guard fsetxattr(descriptor, name, value, valueLength, 0) != 0 else { continue }
        let isAccessList = name == Array("system.posix_acl_access".utf8CString)
        let isTolerable = [EPERM, EACCES, ENOTSUP].contains(errno) && !isAccessList
        guard isTolerable else { throw SystemError.last("fsetxattr") }
      }
    #endif
  }

  package func removeAccessLists(_ descriptor: Descriptor) throws(SystemError) {
    try check("fremovexattr") { csystem_remove_access_lists(descriptor) }
  }
}
