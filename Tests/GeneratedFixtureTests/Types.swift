import Foundation
import Settings
import Synchronization

enum Mode: String, Codable, CaseIterable {
  case linearRegression
  /// Newer days count more.
  case weighted = "weighted average"  // setting: title = "Weighted average"
}

enum Level: Int, Codable { case low = 3, mid, high = 0x10 }

extension Level: SettingsDisplayable {
  static var settingsTitle: String { "Level of \(Settings.self)" }
  var settingsTitle: String { "Level \(rawValue)" }
  var settingsHelp: String {
    switch self {
    case .low: "Quiet."
    default: ""
    }
  }
}

enum Plain: Codable, CaseIterable { case one, two }

enum Named {
  case first, second
  @available(*, deprecated) case third
}

enum Show: OptionsBinding {
  case border, labels
  /// The lines behind.
  case `default`
}

struct Rights: OptionSet, Sendable {
  let rawValue: Int
  static let read = Rights(rawValue: 1 << 0)
  static let write = Rights(rawValue: 1 << 1)
  static let all: Rights = [.read, .write]
}

struct Bits: OptionSet, Codable, Sendable {
  let rawValue: UInt8
  static let x = Bits(rawValue: 1)
  static let y = Bits(rawValue: 0b100)
}

struct Port: RawRepresentable, Codable, Sendable { var rawValue: UInt16 }

struct Box<Value: Codable & Sendable>: SettingsGroup { var value: Value? }

struct Window: SettingsGroup, SettingsDisplayable {
  var width = 80
  var height = 24

  static let settingsFormat = "{width} × {height}"
  static var settingsVariants: [Window] { [Window(), Window(width: 132, height: 43)] }
  var settingsTitle: String { width > 80 ? "Wide" : "Classic" }
  var settingsHelp: String { width > 80 ? "For two columns." : "" }
}

struct Server: Codable, Sendable {
  var host = "localhost"
  // setting: range = 1...65535
  var port = 80
  var aliases: [String]? = nil
}

final class Counter: Sendable {
  private let value = Mutex(0)
  func add(_ more: Int) { value.withLock { $0 += more } }
  var total: Int { value.withLock { $0 } }
}
