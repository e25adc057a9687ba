import SettingsJSON
import SettingsSystem

/// The address of settings that aren't in a file: `SCHEME://…`. The program `settings-storage-SCHEME` connects to them.
struct RemoteAddress: Hashable, Sendable {
  let text: String
  private let scheme: Substring

  /// Reads an operand; returns `nil` if it is the path of a file.
  init?(_ operand: String) {
    guard let separator = operand.firstRange(of: "://") else { return nil }
    let scheme = operand[..<separator.lowerBound]
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), scheme != "file",
      scheme.utf8.allSatisfy(Self.isSchemeCharacter)
    else { return nil }
    text = operand
    self.scheme = scheme
  }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte.isASCIIDigit || "+.-".utf8.contains(byte)
  }

  /// The name of the program. A part of the scheme after a plus sign isn't in the name, because the program interprets it.
  private var helper: String { "settings-storage-\(scheme.prefix { $0 != "+" })" }

  /// The program: the one beside this program, or else the one that `PATH` has.
  var command: [String] {
    guard let program = CurrentProcess.program else { return [helper] }
    let path = FileLocation(program).path(of: helper)
    return [POSIXFileSystem().exists(path) ? path : helper]
  }

  /// The part that catalogs compare with their patterns, as they do with the path of a file.
  var path: String {
    let rest = text.dropFirst(scheme.count + "://".count)
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }
}
