import Settings

/// A root with a list of structs, with secrets, and with rules over elements and durations.
struct RoutedSettings: SettingsGroup {
  struct Route: SettingsGroup {
    enum CodingKeys: String, CodingKey { case name, domain, pause = "delay", token }

    // setting: required
    var name = ""
    var domain = ""
    var pause = Duration.seconds(1)
    var token: Secret<String>?

    init() { domain = "*" }
  }

  struct Queue: SettingsGroup {
    var lifetime = Duration.seconds(60)
    var pause = Duration.seconds(2)
  }

  var routes: [Route] = []
  var named: [String: Route] = [:]
  var ports = [8080]
  var first = Duration.seconds(3)
  var password: Secret<String> = "change me"
  var queue = Queue()

  static let rules = RuleBook(for: RoutedSettings.self) { s in
    s.routes.forEach { $0.pause * 2 <= s.queue.lifetime }
    s.named.forEach { $0.domain != "" || $0.token != nil }
    (s.ports.forEach { $0 >= 1024 }).message("Use ports from 1024 on.")
    s.queue.pause <- s.first * 2
    s.context(\.shift).isNight == true => s.first <= .seconds(5)
  }
}

struct Shift: Codable, Sendable {
  enum CodingKeys: String, CodingKey { case isNight = "night", hours }

  var isNight = true
  var hours = 8
}

extension RuleContext {
  var shift: RuleContextKey<Shift> { RuleContextKey(default: Shift()) }
}

/// A daemon implements nothing of the editor.
final class RoutedDaemon: RoutedSideEffects {}
