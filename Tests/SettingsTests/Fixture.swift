import Settings

/// A root as an app would write it, with what the generator would emit for it.
///
/// Tests of the library can't use the generator, which is built on top of a part of it. The form is written by hand: a limit, a secret, a
/// key of an earlier version, side effects and a restart, one of each. `Fixture.store()` is a typed store in memory, and `store.untyped`
/// what most tests look at.
struct Fixture: SettingsGroup, Equatable {
  struct Calculation: SettingsGroup, Equatable {
    enum Mode: String, Codable, Sendable { case regression, average }

    var mode = Mode.regression
    var timePeriod = 7
    var ratio: Float = 0.5
  }

  struct Server: SettingsGroup, Equatable {
    var host = "localhost"
    var port: UInt16 = 8080
  }

  var name = "trend"
  var nickname: String?
  var token = ""
  var tags: [String] = []
  var servers: [Server] = []
  var calculation = Calculation()
}

extension Fixture: SettingsRoot {
  static var formSource: String {
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "title": "Fixture",
      "properties": {
        "name": {"type": "string", "title": "Name", "default": "trend", "maxLength": 12, "x-setting": {"was": ["label"]}},
        "nickname": {"type": ["string", "null"], "title": "Nickname", "default": null},
        "token": {"type": "string", "title": "Token", "default": "", "writeOnly": true, "minLength": 0},
        "tags": {"type": "array", "title": "Tags", "items": {"type": "string"}, "default": []},
        "servers": {
          "type": "array", "title": "Servers", "default": [],
          "items": {"type": "object", "title": "Server", "properties": {
            "host": {"type": "string", "title": "Host"}, "port": {"type": "integer", "title": "Port"}}}
        },
        "calculation": {
          "type": "object",
          "title": "Calculation",
          "properties": {
            "mode": {
              "title": "Mode", "default": "regression",
              "oneOf": [{"const": "regression", "title": "Regression"}, {"const": "average", "title": "Average"}],
              "x-setting": {"requiresRestart": true}
            },
            "timePeriod": {
              "type": "integer", "title": "Time Period", "default": 7, "minimum": 1, "maximum": 30,
              "x-setting": {"sideEffects": ["recalculate"], "unit": "days"}
            },
            "ratio": {"type": "number", "title": "Ratio", "default": 0.5, "minimum": 0, "maximum": 1,
              "x-setting": {"sideEffects": ["recalculate", "redraw"]}}
          }
        }
      }
    }
    """#
  }

  /// As the generator would write it.
  static var formOutline: String {
    (try? FormSchema(written: Array(formSource.utf8))).flatMap(FormOutline.json)?.text(.pretty()) ?? ""
  }

  static func addKeyPaths(to table: inout KeyPathTable<Fixture>) {
    table.add(\.name, ["name"])
    table.add(\.nickname, ["nickname"])
    table.add(\.token, ["token"])
    table.add(\.tags, ["tags"])
    table.add(\.servers, ["servers"])
    table.add(\.calculation, ["calculation"])
    table.add(\.calculation.mode, ["calculation", "mode"])
    table.add(\.calculation.timePeriod, ["calculation", "timePeriod"])
    table.add(\.calculation.ratio, ["calculation", "ratio"])
  }

  /// A store of a document in memory.
  static func store(
    _ text: String? = nil, participants: [any SettingsParticipant] = [], hooks: (any SettingsHooks)? = nil
  ) throws -> (store: SettingsStore<Fixture>, storage: MemoryStorage) {
    let storage = MemoryStorage(text)
    return (try SettingsStore(storage: storage, hooks: hooks, participants: participants), storage)
  }
}

let modePath: SettingPath = ["calculation", "mode"]
let timePeriodPath: SettingPath = ["calculation", "timePeriod"]
let ratioPath: SettingPath = ["calculation", "ratio"]
