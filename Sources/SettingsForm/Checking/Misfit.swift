/// How badly a value fits one of several alternatives.
struct Misfit: Comparable {
  /// The number of alternatives that are compared.
  static let limit = 64
  /// A worse fit than that of any alternative.
  static let worst = Misfit(isOfOtherType: true, wrongConstants: .max, others: .max)

  private let isOfOtherType: Bool
  private let wrongConstants: Int
  private let others: Int

  private init(isOfOtherType: Bool, wrongConstants: Int, others: Int) {
    self.isOfOtherType = isOfOtherType
    self.wrongConstants = wrongConstants
    self.others = others
  }

  /// - Parameters:
  ///   - problems: The problems of the value by the alternative.
  ///   - keys: The path of the value.
  init(_ problems: [FormProblem], at keys: [String]) {
    let errors = problems.filter { $0.severity == .error }
    isOfOtherType = errors.contains { problem in
      guard problem.path.keys.count == keys.count else { return false }
      switch problem.reason {
      case .type, .noChoice: return true
      default: return false
      }
    }
    wrongConstants = errors.count { $0.wrongConstant != nil }
    others = errors.count - wrongConstants
  }

  /// Whether the value was probably meant as a value of the alternative.
  var isCertain: Bool { !isOfOtherType && wrongConstants == 0 }

  /// Whether the value has the alternative's type, but not the constants that distinguish it.
  var isOfOtherConstants: Bool { !isOfOtherType && wrongConstants > 0 }

  static func < (left: Misfit, right: Misfit) -> Bool {
    if left.isOfOtherType != right.isOfOtherType { return right.isOfOtherType }
    if left.wrongConstants != right.wrongConstants { return left.wrongConstants < right.wrongConstants }
    return left.others < right.others
  }
}

extension FormProblem {
  /// The constant that the value should be; `nil` for another problem.
  var wrongConstant: JSONValue? {
    if case .noChoice(let values, _) = reason, values.count == 1 { values[0] } else { nil }
  }
}
