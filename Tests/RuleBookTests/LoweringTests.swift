import Foundation
import Testing

@testable import Settings

/// Typed rules as the form represents them.
@Suite struct LoweringTests: RuleLowering {
  /// The rules of a book as the form has them, without their places in the source.
  @Test("A section of numbers is compared and scaled number by number")
  func sections() throws {
    func number(_ section: String, _ key: String) -> RuleExpression { .setting([section, key]) }
    func twice(_ number: RuleExpression) -> RuleExpression { .operation(.multiply, [number, .value(2)]) }
    let keys = ["left", "right"]
    func expected(
      _ comparison: RuleOperation, _ right: (String) -> RuleExpression
    ) -> [RuleEffect] {
      keys.map { .require(.operation(comparison, [number("inner", $0), right($0)])) }
    }
    #expect(
      try rules { s in s.inner <= s.outer * 2 }.map(\.effect)
        == expected(.lessOrEqual) { twice(number("outer", $0)) })
    #expect(
      try rules { s in s.inner == s.outer }.map(\.effect) == expected(.equal) { number("outer", $0) })
    #expect(
      try rules { s in s.inner == s.outer * 2 }.map(\.effect)
        == expected(.equal) { twice(number("outer", $0)) })
    #expect(try rules { s in s.inner > 3 }.map(\.effect) == expected(.greater) { _ in .value(3) })
    #expect(
      try rules { s in
        pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right) * 2
      }.map(\.effect) == expected(.equal) { twice(number("outer", $0)) })
    // Not all settings of this section are numbers.
    let book = RuleBook(for: AppSettings.self) { s in s.network <= 3 }
    var form = try AppSettings.form()
    form.rules = try book.formRules(KeyPathTable(of: AppSettings.self))
    #expect(FormIndex(form).ruleError != nil)
  }

  @Test("The example of the documentation has its documented meaning")
  func example() throws {
    let rules = try AppSettings.rules.formRules(KeyPathTable(of: AppSettings.self))
    let file = "RuleBookTests/AppSettings.swift"
    #expect(rules.compactMap(\.source).allSatisfy { $0.hasPrefix(file + ":") })
    let lines = rules.compactMap { $0.source?.split(separator: ":").last.flatMap { Int($0) } }
    let first = try #require(lines.first)
    #expect(lines.map { $0 - first } == [0, 1, 2, 3, 4, 5, 5, 6, 6])

    let expected: [FormRule] = [
      FormRule(.require(.operation(.lessOrEqual, [poolMin, poolMax]))),
      FormRule(
        .require(
          .operation(
            .lessOrEqual,
            [
              .operation(.add, [.setting(["cache", "size"]), .value(16)]),
              .operation(.multiply, [.setting(["memory", "limit"]), .value(0.5)]),
            ]))),
      FormRule(
        .restrict(.hidden, [["network", "proxyHost"]]),
        when: .operation(.equal, [.setting(["network", "useProxy"]), .value(false)])),
      FormRule(
        .require(.operation(.lessOrEqual, [.setting(["timePeriod"]), .value(30)])),
        when: .operation(
          .all,
          [
            .operation(.equal, [mode, .value("exact")]), .operation(.greater, [poolMin, .value(2)]),
          ])),
      FormRule(
        .assign(["color"], .value("red")),
        when: .operation(.equal, [.setting(["priority"]), .value("high")]), priority: .high),
      FormRule(
        .require(
          .operation(
            .lessOrEqual, [.setting(["left"]), .operation(.multiply, [.setting(["width"]), .value(0.5)])]))),
      FormRule(
        .require(
          .operation(
            .lessOrEqual, [.setting(["right"]), .operation(.multiply, [.setting(["width"]), .value(0.5)])]))),
      FormRule(
        .require(
          .operation(
            .equal,
            [.setting(["inner", "left"]), .operation(.add, [.setting(["outer", "left"]), .value(4)])]))),
      FormRule(
        .require(
          .operation(
            .equal,
            [
              .setting(["inner", "right"]),
              .operation(.subtract, [.setting(["outer", "right"]), .value(4)]),
            ]))),
    ]
    let found = rules.map { rule in
      var rule = rule
      rule.source = nil
      return rule
    }
    #expect(found == expected)
  }

  @Test("Constants are what the settings file would hold")
  func constants() throws {
    #expect(try constraint { $0.level == .high } == .operation(.equal, [.setting(["level"]), .value(3)]))
    #expect(
      try constraint { $0.level >= 2 } == .operation(.greaterOrEqual, [.setting(["level"]), .value(2)]))
    #expect(
      try constraint { $0.timeout == .seconds(90) }
        == .operation(.equal, [.setting(["timeout"]), .value("PT90S")]))
    #expect(
      try constraint { $0.ratio < 0.1 as Float } == .operation(.less, [.setting(["ratio"]), .value(0.1)]))
    #expect(
      try constraint { $0.share == Decimal(string: "0.30")! }
        == .operation(.equal, [.setting(["share"]), .value(0.3)]))
    #expect(
      try constraint { AppSettings.Mode.exact == $0.mode } == .operation(.equal, [.value("exact"), mode]))
  }

  @Test("Durations and strings have an order")
  func order() throws {
    let timeout = RuleExpression.setting(["timeout"])
    #expect(
      try constraint { $0.timeout <= .seconds(90) } == .operation(.lessOrEqual, [timeout, .value("PT90S")]))
    #expect(try constraint { $0.timeout > $0.timeout } == .operation(.greater, [timeout, timeout]))
    #expect(
      try constraint { $0.nickname >= "a" }
        == .operation(.greaterOrEqual, [.setting(["nickname"]), .value("a")]))
  }

  @Test("Numbers of all types compare, with a constant at either side")
  func numbers() throws {
    let limit = UInt8(3)
    #expect(try constraint { $0.pool.min < limit } == .operation(.less, [poolMin, .value(3)]))
    #expect(try constraint { 3 < $0.pool.min } == .operation(.less, [.value(3), poolMin]))
    #expect(try constraint { 2 == $0.pool.min } == .operation(.equal, [.value(2), poolMin]))
    #expect(try constraint { $0.pool.min == $0.left } == .operation(.equal, [poolMin, .setting(["left"])]))
    #expect(
      try constraint { $0.height != $0.network.port }
        == .operation(.notEqual, [.setting(["height"]), .setting(["network", "port"])]))
    #expect(
      try constraint { (2 * $0.pool.min - 1) / $0.left >= -$0.right }
        == .operation(
          .greaterOrEqual,
          [
            .operation(
              .divide,
              [
                .operation(.subtract, [.operation(.multiply, [.value(2), poolMin]), .value(1)]),
                .setting(["left"]),
              ]), .operation(.subtract, [.value(0), .setting(["right"])]),
          ]))
    #expect(
      try constraint { $0.pool.min <= .minimum($0.pool.max, 4) }
        == .operation(.lessOrEqual, [poolMin, .operation(.minimum, [poolMax, .value(4)])]))
    #expect(
      try constraint { $0.pool.min.isIn(2...4) }.map { $0.parts(of: .all) }
        == nil, "a range is two constraints")
    #expect(
      try rules { $0.pool.min.isIn(2..<4) }.map(\.effect) == [
        .require(.operation(.lessOrEqual, [.value(2), poolMin])),
        .require(.operation(.less, [poolMin, .value(4)])),
      ])
  }

  @Test("A setting that may be missing is tested, compared and replaced")
  func optionals() throws {
    let height = RuleExpression.setting(["height"])
    let nickname = RuleExpression.setting(["nickname"])
    let name = RuleExpression.setting(["name"])
    #expect(try constraint { $0.height == nil } == .operation(.equal, [height, .value(.null)]))
    #expect(try constraint { $0.height == 3 } == .operation(.equal, [height, .value(3)]))
    #expect(try constraint { $0.nickname != $0.name } == .operation(.notEqual, [nickname, name]))
    #expect(try constraint { $0.name == $0.nickname } == .operation(.equal, [name, nickname]))
    #expect(
      try constraint { $0.fallbackMode == $0.mode } == .operation(.equal, [.setting(["fallbackMode"]), mode]))
    #expect(
      try constraint { $0.fallbackMode == .fast }
        == .operation(.equal, [.setting(["fallbackMode"]), .value("fast")]))
    #expect(
      try constraint { ($0.height ?? 24) * 2 <= $0.width }
        == .operation(
          .lessOrEqual,
          [
            .operation(.multiply, [.operation(.fallback, [height, .value(24)]), .value(2)]),
            .setting(["width"]),
          ])
    )
    #expect(
      try constraint { $0.nickname ?? $0.name == "x" }
        == .operation(.equal, [.operation(.fallback, [nickname, name]), .value("x")]))
  }

  @Test("Conditions read the content of lists, strings, dictionaries and option sets")
  func contents() throws {
    let hosts = RuleExpression.setting(["network", "hosts"])
    #expect(
      try constraint { $0.mode.isIn([.exact, .fast]) }
        == .operation(.contained, [mode, .value(["exact", "fast"])]))
    #expect(try constraint { $0.mode.isIn($0.modes) } == .operation(.contained, [mode, .setting(["modes"])]))
    #expect(
      try constraint { $0.modes.contains($0.mode) } == .operation(.contained, [mode, .setting(["modes"])]))
    #expect(
      try constraint { $0.network.hosts.contains("a") } == .operation(.contained, [.value("a"), hosts]))
    #expect(
      try constraint { $0.name.contains("a") } == .operation(.contained, [.value("a"), .setting(["name"])]))
    #expect(
      try constraint { $0.nickname.matches("^a") }
        == .operation(.matches, [.setting(["nickname"]), .value("^a")]))
    #expect(
      try constraint { $0.network.hosts.count > 1 }
        == .operation(.greater, [.operation(.count, [hosts]), .value(1)]))
    #expect(
      try constraint { !$0.limits.isEmpty }
        == .operation(.not, [.operation(.isEmpty, [.setting(["limits"])])]))
    #expect(try constraint { $0.shown.isEmpty } == .operation(.isEmpty, [.setting(["shown"])]))
    #expect(
      try rules { $0.shown.contains([.border, .grid]) }.map(\.effect) == [
        .require(.operation(.contained, [.value("border"), .setting(["shown"])])),
        .require(.operation(.contained, [.value("grid"), .setting(["shown"])])),
      ])
    #expect(
      try constraint { $0.pool.count < 3 } == .operation(.less, [.setting(["pool", "count"]), .value(3)]),
      "a setting called as a member of a reference is")
  }

  @Test("Conditions combine without unnecessary nesting")
  func logic() throws {
    let proxy = RuleExpression.setting(["network", "useProxy"])
    #expect(
      try rules { s in
        s.network.useProxy && s.pool.min > 2 && !s.network.useProxy => .disable(s.cache, s.name)
      } == [
        FormRule(
          .restrict(.disabled, [["cache"], ["name"]]),
          when: .operation(
            .all, [proxy, .operation(.greater, [poolMin, .value(2)]), .operation(.not, [proxy])]))
      ])
    #expect(
      try rules { s in
        s.network.useProxy => (s.pool.min > 2 => s.pool.max > 2).message("m").severity(.warning)
      } == [
        FormRule(
          .require(.operation(.greater, [poolMax, .value(2)])),
          when: .operation(.all, [proxy, .operation(.greater, [poolMin, .value(2)])]), message: "m",
          severity: .warning)
      ])
  }

  @Test("A default is derived from a constant, a setting at any depth, or what is computed")
  func derivedDefaults() throws {
    let rules = try rules { s in
      s.color <- .red
      s.pool.min <- s.network.port
      s.left <- s.pool.max / 2
      s.nickname <- s.name
      s.name <- s.nickname
      s.network.useProxy <- s.pool.min > 2
      s.network.proxyHost <- s.context(\.platform)
      s.height <- 3
    }
    #expect(
      rules.map(\.effect) == [
        .assign(["color"], .value("red")),
        .assign(["pool", "min"], .setting(["network", "port"])),
        .assign(["left"], .operation(.divide, [poolMax, .value(2)])),
        .assign(["nickname"], .setting(["name"])),
        .assign(["name"], .setting(["nickname"])),
        .assign(["network", "useProxy"], .operation(.greater, [poolMin, .value(2)])),
        .assign(["network", "proxyHost"], .context("platform")),
        .assign(["height"], .value(3)),
      ])
  }

  @Test("Values that are not settings have the name of their property")
  func contextValues() throws {
    #expect(
      try rules { s in
        s.context(\.isAdmin) && s.context(\.cores) * 2 > s.pool.max => .readOnly(s.pool)
      } == [
        FormRule(
          .restrict(.readOnly, [["pool"]]),
          when: .operation(
            .all,
            [
              .context("isAdmin"),
              .operation(.greater, [.operation(.multiply, [.context("cores"), .value(2)]), poolMax]),
            ]))
      ])
    var context = RuleContext()
    #expect(context[\.platform] == nil)
    context[\.platform] = "watch"
    context[\.cores] = 4
    #expect(context[\.platform] == "watch")
    #expect(context.values == ["platform": "watch", "cores": 4])
    context[\.cores] = nil
    #expect(context.values == ["platform": "watch"])
  }

  @Test("A section is compared with a constant number by number")
  func sectionConstants() throws {
    func expected(_ comparison: RuleOperation) -> [RuleEffect] {
      [("left", 1 as JSONValue), ("right", 2.5)].map { key, number in
        .require(.operation(comparison, [.setting(["inner", key]), .value(number)]))
      }
    }
    #expect(
      try rules { s in s.inner == AppSettings.Sides(left: 1, right: 2.5) }.map(\.effect) == expected(.equal))
  }

  @Test("Insets move each side, and each edge, by its own distance")
  func insets() throws {
    func moved(_ operation: RuleOperation, _ key: String, _ distance: JSONValue) -> RuleExpression {
      .operation(operation, [.setting(["outer", key]), .value(distance)])
    }
    #expect(
      try rules { s in
        pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right).inset(first: 1, second: 2)
      }.map(\.effect) == [
        .require(.operation(.equal, [.setting(["inner", "left"]), moved(.add, "left", 1)])),
        .require(.operation(.equal, [.setting(["inner", "right"]), moved(.subtract, "right", 2)])),
      ])
    let made = try rules { s in
      edges(top: s.left, left: s.left, bottom: s.right, right: s.right)
        <= edges(top: s.outer.left, left: s.outer.left, bottom: s.outer.right, right: s.outer.right)
        .inset(top: 1, left: 2, bottom: 3, right: 4)
    }
    let right = [
      moved(.add, "left", 1), moved(.add, "left", 2), moved(.subtract, "right", 3),
      moved(.subtract, "right", 4),
    ]
    let left = ["left", "left", "right", "right"]
    #expect(
      made.map(\.effect)
        == zip(left, right).map { .require(.operation(.lessOrEqual, [.setting([$0]), $1])) })
    // What isn't moved stays as it is.
    #expect(
      try rules { s in pair(s.inner.left, 1) <= pair(s.outer.left, 2).inset(first: 1) }.map(\.effect) == [
        .require(.operation(.lessOrEqual, [.setting(["inner", "left"]), moved(.add, "left", 1)])),
        .require(.operation(.lessOrEqual, [.value(1), .value(2)])),
      ])
  }

  @Test("A calculation with durations counts seconds, on both sides of a comparison")
  func durations() throws {
    let timeout = RuleExpression.setting(["timeout"])
    func compared(_ operation: RuleOperation, _ right: JSONValue) -> RuleExpression {
      .operation(.lessOrEqual, [.operation(operation, [timeout, .value(right)]), .value(60)])
    }
    #expect(try constraint { s in s.timeout * 2 <= .seconds(60) } == compared(.multiply, 2))
    #expect(try constraint { s in s.timeout / 2 <= .seconds(60) } == compared(.divide, 2))
    #expect(try constraint { s in s.timeout + .seconds(2) <= .seconds(60) } == compared(.add, 2))
    #expect(try constraint { s in s.timeout - .seconds(2) <= .seconds(60) } == compared(.subtract, 2))
    #expect(
      try constraint { s in Duration.seconds(60) >= s.timeout }
        == .operation(.greaterOrEqual, [.value("PT60S"), timeout]))
    #expect(
      try constraint { s in 2 * s.timeout <= s.timeout }
        == .operation(.lessOrEqual, [.operation(.multiply, [.value(2), timeout]), timeout]))
  }

  @Test("A number on the left is compared with each, and a section differs in at least one number")
  func sides() throws {
    #expect(try rules { s in 3 <= s.inner } == rules { s in s.inner >= 3 })
    #expect(
      try constraint { s in s.inner != (left: 1, right: 2.5) }
        == constraint { s in s.inner != AppSettings.Sides(left: 1, right: 2.5) })
    #expect(
      try constraint { s in s.inner != AppSettings.Sides(left: 1, right: 2.5) }
        == .operation(
          .not,
          [
            .operation(
              .all,
              [("left", 1 as JSONValue), ("right", 2.5)].map { key, number in
                .operation(.equal, [.setting(["inner", key]), .value(number)])
              })
          ]))
  }

  @Test("Many operands are compared with one number or with as many")
  func manyOperands() throws {
    let one = try rules { s in each(s.left, s.right, s.width, s.timePeriod, s.pool.min) <= 9 }
    #expect(one.count == 5)
    let many = try rules { s in
      each(
        s.left, s.right, s.width, s.timePeriod, s.pool.min, s.pool.max, s.cache.size, s.memory.limit, s.height
      )
        <= each(1, 2, 3, 4, 5, 6, 7, 8, 9)
    }
    #expect(many.count == 9)
  }

  @Test("A context key with a default, and its members, are read with the default")
  func contextDefaults() throws {
    let rule = try #require(
      try rules { s in s.context(\.task).status == "done" => .hide(s.width) }.first)
    #expect(
      rule.condition
        == .operation(
          .equal, [.operation(.fallback, [.context("task.status"), .value("open")]), .value("done")]))
    #expect(
      try rules { s in s.context(\.unset).status == "done" => .hide(s.width) }.first?.condition
        == .operation(.equal, [.context("unset.status"), .value("done")]))
    var context = RuleContext()
    #expect(context[\.task]?.status == "open")
    context[\.task]?.status = "done"
    #expect(context.values == ["task": ["status": "done"]])
  }
}

private struct Task: Codable, Sendable { var status = "open" }

extension RuleContext {
  fileprivate var task: RuleContextKey<Task> { RuleContextKey(default: Task()) }
  fileprivate var unset: RuleContextKey<Task> { RuleContextKey() }
}
