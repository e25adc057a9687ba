import Foundation
import Testing

@testable import Settings

/// Errors that the app's own code throws while it decodes a value that the form allows.
@Suite("The app's own decoding errors")
struct ErrorPlaceTests {
  /// A type that refuses text with a space, and doesn't say where.
  struct Host: Codable, Sendable {
    struct Fault: Error {}

    let text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      if text.contains(" ") { throw Fault() }
      if text.contains("/") {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "has a slash"))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  struct Root: SettingsRoot {
    struct Net: SettingsGroup { var host = Host("a") }

    var net = Net()
    var hosts: [Host] = []

    static let formSource = #"""
      {"type": "object", "x-form": 1, "properties": {
        "net": {"type": "object", "properties": {"host": {"type": "string", "default": "a"}}},
        "hosts": {"type": "array", "items": {"type": "string"}, "default": []}}}
      """#

    static func addKeyPaths(to table: inout KeyPathTable<Root>) {
      table.add([\.net, \.net.host, \.hosts], at: "/net\n/net/host\n/hosts")
    }
  }

  private func error(_ text: String, variables: [String: String] = [:], arguments: [String] = [])
    -> SettingsStoreError?
  {
    do throws(SettingsStoreError) {
      _ = try SettingsStore<Root>(
        SettingsLayers(
          storage: MemoryStorage(text),
          above: [.environment(prefix: "APP", variables: variables), .arguments(arguments)]))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "are at the value in the file, with its path",
    arguments: [
      (#"{"hosts": ["a", "b c"]}"#, "hosts.1", "1:17", "is refused by the app: Fault()"),
      (#"{"hosts": ["a", "b/c"]}"#, "hosts.1", "1:17", "has a slash"),
      (#"{"net": {"host": "b c"}}"#, "net.host", "1:18", "is refused by the app: Fault()"),
    ])
  func file(text: String, path: String, position: String, reason: String) throws {
    guard case .undecodable(_, let found)? = error(text) else {
      Issue.record("no error")
      return
    }
    #expect(found.path.description == path && found.position?.description == position)
    #expect(found.reason == reason)
  }

  @Test("are at the variable or the option that sets the value")
  func layers() throws {
    guard case .layers(let problems)? = error("{}", variables: ["APP_NET_HOST": "b c"]) else {
      Issue.record("no error")
      return
    }
    #expect(problems.map(\.origin) == [.variable("APP_NET_HOST")])
    #expect(problems.map(\.path) == [["net", "host"]])
    guard case .layers(let others)? = error(#"{"net": {"host": "d"}}"#, arguments: ["--net-host", "b c"])
    else {
      Issue.record("no error")
      return
    }
    #expect(others.map(\.origin) == [.option("--net-host")])
  }
}
