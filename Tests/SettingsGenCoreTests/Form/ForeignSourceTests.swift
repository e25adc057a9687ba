import SettingsForm
import SettingsValidation
import Testing

@testable import SettingsGenCore

@Suite struct ForeignSourceTests {
  /// Settings that were written for AutomaticSettings.
  private static let source = """
    import AutomaticSettings

    struct Settings: AutomaticSettings {
        enum Engine: String, AutomaticSettingsEnum {
            case nearestNeighbour
            case fullScan
        }

        // sourcery: injectHeader
        struct Search: AutomaticSettings {
            var query = ""
            // sourcery: requiresRestart
            var engine: Engine = .nearestNeighbour
            // sourcery: range = 0.0...1.0, step = 0.05
            var threshold: Double = 0.25
            // sourcery: range = 1...50, sideEffect = "reloadResults()"
            var pageSize: Int = 20

            struct Cache: AutomaticSettings {
                // sourcery: range = 0.5...8
                var limit: Float = 2

                struct Disk: AutomaticSettings {
                    var isEnabled = true
                }
                var disk: Disk = .init()
            }
            var cache: Cache = .init()
        }

        // sourcery: injectFooter
        struct About: AutomaticSettings {
            // sourcery: skipSetting
            var launchCount = 0
            var sendsReports = false
        }

        var search: Search = .init()
        var about: About = .init()
    }

    final class SettingsExternal: ObservableObject {
    }
    """

  @Test("A source for AutomaticSettings is accepted unchanged")
  func goesThrough() throws {
    let generated = Generated(Self.source)
    #expect(generated.messages == [])
    let index = FormIndex(try #require(generated.form).schema.exported)
    #expect(
      index.settings.map { "\($0.path): \($0.setting.title)" } == [
        "search.query: Query", "search.engine: Engine", "search.threshold: Threshold",
        "search.pageSize: Page Size", "search.cache.limit: Limit",
        "search.cache.disk.isEnabled: Is Enabled", "about.sendsReports: Sends Reports",
      ])
  }

  @Test("Types that name their variants, details and actions can be added to it")
  func additions() throws {
    let source = Self.source.replacing(
      "// sourcery: injectHeader",
      with: "// sourcery: injectHeader, detail = indexSize, action = rebuildIndex")
    let generated = Generated(
      source,
      """
      extension Settings.Engine: SettingsDisplayable {
          var settingsTitle: String {
              switch self {
              case .nearestNeighbour:
                  return "Nearest neighbor"
              case .fullScan:
                  return "Everything"
              }
          }
          static var settingsVariants: [Settings.Engine] { [.fullScan, .nearestNeighbour] }
      }
      """)
    #expect(generated.messages == [])
    guard case .choice(let engines)? = generated.setting("search", "engine")?.kind else {
      Issue.record("not a choice")
      return
    }
    #expect(engines.map(\.title) == ["Nearest neighbor", "Everything"])
    #expect(generated.section("search")?.details.map(\.title) == ["Index Size"])
    #expect(generated.section("search")?.actions.map(\.title) == ["Rebuild Index"])
    #expect(generated.swift.contains("func rebuildIndex(_ progress: ActionProgress) async throws"))
  }

  @Test("Its ranges apply to every type of number, and its steps, flags and hooks apply, too")
  func annotations() throws {
    let generated = Generated(Self.source)
    let threshold = try #require(generated.setting("search", "threshold"))
    #expect(
      threshold.kind
        == .number(
          NumberLimits(
            lower: .inclusive(JSONNumber(0)), upper: .inclusive(JSONNumber(1)), step: JSONNumber("0.05"))))
    let limit = try #require(generated.setting("search", "cache", "limit"))
    #expect(
      limit.kind
        == .number(
          NumberLimits(lower: JSONNumber("0.5").map { .inclusive($0) }, upper: .inclusive(JSONNumber(8)))))
    #expect(generated.setting("search", "engine")?.traits == .requiresRestart)
    #expect(generated.setting("search", "pageSize")?.sideEffects == ["reloadResults()"])
    #expect(generated.section("search")?.header != nil)
    #expect(generated.section("about")?.footer != nil)
    #expect(generated.swift.contains("\n      reloadResults()\n#sourceLocation()\n"))
  }
}
