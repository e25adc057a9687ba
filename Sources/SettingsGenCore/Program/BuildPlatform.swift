import SettingsForm

/// The platform and the compiler of the build.
enum BuildPlatform {
  /// Whether a condition such as `os(Linux)` is true; `nil` if only the build decides.
  static func holds(_ name: String, _ argument: String) -> Bool? {
    let argument = argument.filter { $0 != " " }
    switch name {
    case "os": return argument == platform
    case "arch": return argument == architecture
    case "targetEnvironment": return false
    case "_endian": return argument == (1.littleEndian == 1 ? "little" : "big")
    case "_pointerBitWidth": return argument == "_\(Int.bitWidth)"
    case "_runtime": return argument == runtime
    case "canImport": return canImport(argument)
    case "compiler": return compare(argument) { Version.compiler.isAtLeast($0) }
    case "swift": return compare(argument, isLanguageAtLeast)
    default: return nil
    }
  }

  /// Returns the assumption about an undecided condition.
  static func assumption(of text: String) -> Bool {
    // New packages use the newest language mode of their compiler.
    text.hasPrefix("swift")
  }

  // MARK: Modules

  private static func canImport(_ module: String) -> Bool? {
    if modules.contains(module) { return true }
    if foreignModules.contains(module) { return false }
    return nil
  }

  /// Modules in every toolchain of the platform.
  private static let modules: Set<String> = {
    var modules: Set<String> = [
      "Swift", "Foundation", "Dispatch", "Synchronization", "Observation", "RegexBuilder", "Settings",
    ]
    #if os(Linux)
      modules.formUnion(["FoundationEssentials", "FoundationNetworking", "FoundationXML"])
    #endif
    #if canImport(Glibc)
      modules.insert("Glibc")
    #endif
    #if canImport(Musl)
      modules.insert("Musl")
    #endif
    #if canImport(Darwin)
      modules.formUnion(["Darwin", "CoreFoundation", "Combine", "os"])
    #endif
    return modules
  }()

  /// Modules that exist only on other platforms.
  private static let foreignModules: Set<String> = {
    #if os(macOS)
      [
        "UIKit", "WatchKit", "Glibc", "Musl", "WinSDK", "Android", "WASILibc", "FoundationNetworking",
        "FoundationXML",
      ]
    #else
      [
        "UIKit", "WatchKit", "AppKit", "SwiftUI", "Cocoa", "Darwin", "Combine", "ObjectiveC", "os", "WinSDK",
        "Android",
        "WASILibc", "CoreData", "SwiftData", "OSLog", "CoreGraphics", "Security",
      ]
    #endif
  }()

  // MARK: Versions

  private struct Version {
    var major: Int
    var minor: Int

    /// Whether the version is at least another; `nil` if that depends on unknown parts.
    func isAtLeast(_ other: [Int]) -> Bool? {
      let (first, second) = (other.first ?? 0, other.count > 1 ? other[1] : 0)
      if (major, minor) != (first, second) { return (major, minor) > (first, second) }
      return other.dropFirst(2).allSatisfy { $0 == 0 } ? true : nil
    }

    /// The compiler of the generator, which also compiles the generated code.
    static var compiler: Version {
      #if compiler(>=7)
        Version(major: 7, minor: 0)
      #elseif compiler(>=6.6)
        Version(major: 6, minor: 6)
      #elseif compiler(>=6.5)
        Version(major: 6, minor: 5)
      #elseif compiler(>=6.4)
        Version(major: 6, minor: 4)
      #elseif compiler(>=6.3)
        Version(major: 6, minor: 3)
      #else
        Version(major: 6, minor: 2)
      #endif
    }
  }

  /// Whether the language mode is at least a version; `nil` if only the build decides.
  private static func isLanguageAtLeast(_ version: [Int]) -> Bool? {
    // In language mode 5, a Swift 6 compiler counts as Swift 5.10. Only the build decides whether the mode is 5 or 6.
    if version.first ?? 0 <= 5, Version(major: 5, minor: 10).isAtLeast(version) == true { return true }
    return Version.compiler.isAtLeast(version) == false ? false : nil
  }

  /// Evaluates a comparison by `>=` or `<`.
  private static func compare(_ argument: String, _ isAtLeast: ([Int]) -> Bool?) -> Bool? {
    let isBelow = argument.hasPrefix("<")
    guard isBelow || argument.hasPrefix(">=") else { return nil }
    let parts = argument.dropFirst(isBelow ? 1 : 2).split(separator: ".").mapAll { Int($0) }
    guard let parts, !parts.isEmpty else { return nil }
    return isAtLeast(parts).map { $0 != isBelow }
  }

  private static var platform: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #elseif os(Windows)
      "Windows"
    #else
      ""
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      ""
    #endif
  }

  private static var runtime: String {
    #if _runtime(_ObjC)
      "_ObjC"
    #else
      "_Native"
    #endif
  }
}
