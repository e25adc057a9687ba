import Foundation
import Testing

@testable import Settings

/// The groups, modifiers and control flow of typed rules as the form represents them.
@Suite struct LoweringStructureTests: RuleLowering {
  @Test("Groups name the rules inside, and the modifiers reach each rule")
  func groups() throws {
    let rules = try rules { s in
      RuleGroup("limits") {
        s.pool.min <= 3
        RuleGroup("own") { s.pool.max <= 9 }
        each(s.left, s.right) <= 9
      }
      [s.pool.min > 0, s.pool.max > 0].severity(.warning)
      (s.network.useProxy => s.name <- "x").priority(750)
    }
    #expect(rules.map(\.group) == ["limits", "own", "limits", "limits", nil, nil, nil])
    #expect(rules.map(\.severity) == [.error, .error, .error, .error, .warning, .warning, .error])
    #expect(rules.last?.priority == 750)
  }

  @Test("Rules have named priorities in a fixed order, and numbers between them")
  func priorities() throws {
    let rules = try rules { s in
      for priority: RulePriority in [
        .fallback, .veryLow, .low, -1, .normal, .high, .veryHigh, 999, .important,
      ] {
        (s.network.useProxy => s.name <- "x").priority(priority)
      }
    }
    let numbers = rules.map(\.priority.number)
    #expect(numbers.count == 9 && numbers == numbers.sorted())
  }

  @Test("A composite constraint with a message isn't split")
  func messages() throws {
    let rules = try rules { s in
      (each(s.left, s.right) <= 9).message("Both sides fit.")
    }
    #expect(rules.map(\.message) == ["Both sides fit."])
  }

  @Test("The builder takes every kind of control flow", arguments: [true, false])
  func controlFlow(isStrict: Bool) throws {
    let limit: Int? = isStrict ? 3 : nil
    let rules = try rules { s in
      if isStrict { s.pool.min <= 1 }
      if let limit { s.pool.min <= limit } else { s.pool.min <= 5 }
      switch isStrict {
      case true: s.pool.min <= 6
      case false:
        s.pool.min <= 7
        s.pool.min <= 8
      }
      for sides in [s.inner, s.outer] { sides.left <= sides.right }
      if #available(macOS 15, *) { s.pool.min <= 10 }
      [s.pool.min <= 11, s.pool.min <= 12]
    }
    let constants = rules.compactMap { rule -> JSONValue? in
      if case .require(let comparison) = rule.effect { comparison.operands.last?.constant } else { nil }
    }
    #expect(constants == (isStrict ? [1, 3, 6, 10, 11, 12] : [5, 7, 8, 10, 11, 12]))
    #expect(rules.count == constants.count + 2)
  }

  @Test("What the form can't say is an error with the rule's place, all of them at once")
  func defects() throws {
    let line = #line
    let book = RuleBook(for: AppSettings.self) { s in
      s.pool.min <= s.unlisted
      s.left <= Double.nan
      s.bits.contains(.one) => .hide(s.unlisted)
      s.unlisted <- 3
      s.height <- nil
    }
    let error = #expect(throws: RuleBookError.self) {
      try book.formRules(KeyPathTable(of: AppSettings.self))
    }
    let lines = try #require(error).description.split(separator: "\n")
    let file = "RuleBookTests/LoweringStructureTests.swift"
    #expect(lines.count == 6)
    #expect(lines[0].hasPrefix("\(file):\(line + 2): ") && lines[0].contains("AppSettings.<computed"))
    #expect(lines[1].hasPrefix("\(file):\(line + 3): ") && lines[1].contains("nan"))
    #expect(lines[2].hasPrefix("\(file):\(line + 4): ") && lines[2].contains("not as names"))
    #expect(lines[3].hasPrefix("\(file):\(line + 4): ") && lines[3].contains("<computed"))
    #expect(lines[4].hasPrefix("\(file):\(line + 5): ") && lines[4].contains("<computed"))
    #expect(lines[5].hasPrefix("\(file):\(line + 6): ") && lines[5].contains("height"))
  }
}
