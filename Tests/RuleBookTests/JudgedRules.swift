import Foundation
import Settings

/// Constraints with what they mean in plain Swift, so that the one can judge the other.
struct JudgedRule: Sendable {
  typealias Reference = SettingReference<AppSettings, AppSettings>

  let rules: @Sendable (Reference) -> [SettingsRule]
  /// Whether the settings keep the rule; a rule that lacks a value is kept.
  let holds: @Sendable (AppSettings) -> Bool

  init(
    @RuleBuilder _ rules: @escaping @Sendable (Reference) -> [SettingsRule],
    means holds: @escaping @Sendable (AppSettings) -> Bool
  ) {
    self.rules = rules
    self.holds = holds
  }

  /// A book of the constraints, each with its number as message.
  static func book(_ judged: [JudgedRule], and others: @escaping @Sendable (Reference) -> [SettingsRule])
    -> RuleBook<
      AppSettings
    >
  {
    RuleBook(for: AppSettings.self) { s in
      for (number, rule) in judged.enumerated() { rule.rules(s).message("#\(number)") }
      others(s)
    }
  }

  static let all: [JudgedRule] = [
    JudgedRule {
      $0.pool.min <= $0.pool.max
    } means: {
      $0.pool.min <= $0.pool.max
    },
    JudgedRule {
      $0.cache.size + 16 <= $0.memory.limit * 0.5
    } means: {
      Double($0.cache.size + 16) <= Double($0.memory.limit) * 0.5
    },
    JudgedRule {
      $0.mode == .exact && $0.pool.min > 2 => $0.timePeriod <= 30
    } means: {
      !($0.mode == .exact && $0.pool.min > 2) || $0.timePeriod <= 30
    },
    JudgedRule {
      each($0.left, $0.right) <= $0.width * 0.5
    } means: {
      max($0.left, $0.right) <= Double($0.width) * 0.5
    },
    JudgedRule {
      pair($0.inner.left, $0.inner.right) <= pair($0.outer.left, $0.outer.right).inset(by: 4)
    } means: {
      $0.inner.left <= $0.outer.left + 4 && $0.inner.right <= $0.outer.right - 4
    },
    JudgedRule {
      each($0.inner.left, $0.inner.right) >= each($0.outer.left, $0.outer.right)
    } means: {
      $0.inner.left >= $0.outer.left && $0.inner.right >= $0.outer.right
    },
    JudgedRule {
      $0.left / $0.right - $0.ratio * 2 < .maximum($0.share, 1)
    } means: {
      guard $0.right != 0 else { return true }
      // The quotient has no last digit; what is near the limit is not the judge's to decide.
      let left = $0.left / $0.right - Double($0.ratio) * 2
      let right = max(NSDecimalNumber(decimal: $0.share).doubleValue, 1)
      return left < right
    },
    JudgedRule {
      $0.height <= $0.width
    } means: {
      ($0.height ?? 0) <= $0.width
    },
    JudgedRule {
      ($0.height ?? $0.width) * 2 > $0.network.port
    } means: {
      ($0.height ?? $0.width) * 2 > Int($0.network.port)
    },
    JudgedRule {
      $0.height == nil || $0.height != 7
    } means: {
      $0.height != 7
    },
    JudgedRule {
      $0.nickname != $0.name
    } means: {
      $0.nickname == nil || $0.nickname != $0.name
    },
    JudgedRule {
      $0.nickname ?? $0.name != "abc"
    } means: {
      ($0.nickname ?? $0.name) != "abc"
    },
    JudgedRule {
      $0.nickname.matches("^[a-c]+$") => $0.name.count <= 3
    } means: {
      guard let nickname = $0.nickname, !nickname.isEmpty, nickname.allSatisfy({ "abc".contains($0) }) else {
        return true
      }
      return $0.name.count <= 3
    },
    JudgedRule {
      $0.network.hosts.contains("a") && $0.network.hosts.count > 1 => !$0.name.isEmpty
    } means: {
      !($0.network.hosts.contains("a") && $0.network.hosts.count > 1) || !$0.name.isEmpty
    },
    JudgedRule {
      $0.name == "e\u{301}a" => $0.limits.isEmpty
    } means: {
      $0.name != "éa" || $0.limits.isEmpty
    },
    JudgedRule {
      $0.timeout >= .seconds(10) && $0.timeout < .seconds(60)
    } means: {
      $0.timeout >= .seconds(10) && $0.timeout < .seconds(60)
    },
    JudgedRule {
      $0.mode.isIn([.exact]) || $0.level >= 2
    } means: {
      $0.mode == .exact || $0.level.rawValue >= 2
    },
    JudgedRule {
      $0.shown.contains([.border, .grid]) => $0.modes.contains($0.mode)
    } means: {
      !$0.shown.isSuperset(of: [.border, .grid]) || $0.modes.contains($0.mode)
    },
    JudgedRule {
      $0.fallbackMode != $0.mode
    } means: {
      $0.fallbackMode == nil || $0.fallbackMode != $0.mode
    },
    JudgedRule {
      $0.pool.count.isIn(1...6)
    } means: {
      (1...6).contains($0.pool.count)
    },
    JudgedRule {
      $0.network.useProxy => $0.network.proxyHost != ""
    } means: {
      !$0.network.useProxy || $0.network.proxyHost != ""
    },
    JudgedRule {
      $0.color != .blue && !($0.color == .red && $0.timePeriod > 30)
    } means: {
      $0.color != .blue && !($0.color == .red && $0.timePeriod > 30)
    },
  ]
}
