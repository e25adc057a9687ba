import SettingsForm
import SettingsJSON

/// The settings that a form has, as a storage records them.
///
/// A later form is compared with them, so that editors can mark the settings that an update of the app has added.
package struct KnownSettings: Hashable, Sendable {
  /// One line for each setting: its JSON Pointer (RFC 6901), or, if that contains control characters, the pointer as a JSON
  /// string. Each line ends with a line feed.
  package let bytes: [UInt8]
  /// The identity of the settings.
  package let revision: Revision

  /// Creates settings from their lines. Cost: linear in the number of bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = Revision(of: bytes)
  }

  /// The lines, without their ends.
  var lines: Set<ArraySlice<UInt8>> { Set(bytes.split(separator: Self.lineFeed)) }

  static let lineFeed = UInt8(ascii: "\n")

  /// Returns the line of a setting.
  static func line(of path: SettingPath) -> [UInt8] {
    var line: [UInt8] = []
    for key in path.keys { SettingPath.appendPointer(toKey: key, to: &line) }
    return escaped(line)
  }

  /// Returns a JSON Pointer as a line.
  static func escaped(_ pointer: [UInt8]) -> [UInt8] {
    guard pointer.contains(where: { $0 < 0x20 }) else { return pointer }
    return Array(JSONValue.string(String(decoding: pointer, as: UTF8.self)).text().utf8)
  }
}
