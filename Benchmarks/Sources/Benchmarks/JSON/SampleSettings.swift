import Settings

// The same settings as `Codable` structs and as a file: ten settings in a section, ten sections in a group, and so on.

struct TenSettings: SettingsGroup {
  var isEnabled = true
  var timePeriod = 7
  var threshold = 0.75
  var mode = "linear"
  var maximumSize = 65_536
  var server = "https://example.org/api"
  var retryCount = 3
  var isVerbose = false
  var logFile = "/var/log/app.log"
  var ratio = 1.5
}

struct Group<Part: SampleSettings>: SampleSettings {
  var calculation = Part()
  var display = Part()
  var network = Part()
  var storage = Part()
  var editor = Part()
  var export = Part()
  var history = Part()
  var update = Part()
  var security = Part()
  var plugin = Part()

  static var count: Int { 10 * Part.count }
  static var path: [String] { ["editor"] + Part.path }
  static var keyPath: WritableKeyPath<Self, Int> {
    let part: WritableKeyPath<Self, Part> = \.editor
    return part.appending(path: Part.keyPath)
  }
  mutating func change() { editor.change() }
}

protocol SampleSettings: SettingsRoot {
  static var count: Int { get }
  /// The path of the setting in the middle, which `change` changes.
  static var path: [String] { get }
  mutating func change()
  /// The key path of that setting.
  static var keyPath: WritableKeyPath<Self, Int> { get }
  /// Adds the key paths of the settings inside a root.
  static func addKeyPaths<Root>(
    to table: inout KeyPathTable<Root>, at outer: WritableKeyPath<Root, Self>, _ path: SettingPath)
}

extension TenSettings: SampleSettings {
  static var count: Int { 10 }
  static var path: [String] { ["timePeriod"] }
  static var keyPath: WritableKeyPath<Self, Int> { \.timePeriod }
  mutating func change() { timePeriod = 14 }
}

typealias Hundred = Group<TenSettings>
typealias Thousand = Group<Hundred>
typealias TenThousand = Group<Thousand>
typealias HundredThousand = Group<TenThousand>

/// Calls a function with settings of each size.
func forEachSize(_ body: (any SampleSettings.Type) throws -> Void) rethrows {
  for size in [Hundred.self, Thousand.self, TenThousand.self, HundredThousand.self]
    as [any SampleSettings.Type]
  {
    try body(size)
  }
}
