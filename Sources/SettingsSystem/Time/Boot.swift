import CSystem

/// The last start of the machine.
package enum Boot {
  /// The identity of the start; `nil` if the system doesn't provide one.
  package static let identity: String? = {
    let bytes = try? POSIXFileSystem().readFile(FileLocation("/proc/sys/kernel/random/boot_id"))
    return bytes.map { String(decoding: $0.prefix { $0 != 0x0a }, as: UTF8.self) }
  }()

  /// Milliseconds since the start, including the time during which the machine slept.
  package static var elapsedMilliseconds: Int64 { Int64(csystem_boot_milliseconds()) }
}
