/// Computes, from the source alone, the types and values that initial values have in the running program.
///
/// Every function returns `nil` if only running the program shows the result: a default is exported only if it is certain.
struct Evaluator {
  let table: TypeTable
  /// Where the names in an expression are looked up.
  let scope: TypeScope
  /// The number of expressions, constants and initial values that are being evaluated around this one.
  private var depth = 0

  init(_ table: TypeTable, in scope: TypeScope) {
    self.table = table
    self.scope = scope
  }

  var program: Program { table.program }

  /// The evaluator of an expression inside of the current one.
  var deeper: Evaluator { deeper(in: scope) }

  /// Returns the evaluator of an expression that is written elsewhere.
  func deeper(in scope: TypeScope) -> Evaluator {
    var inner = Evaluator(table, in: scope)
    inner.depth = depth + 1
    return inner
  }

  /// Whether the nesting, or a cycle of constants, exceeds the limit.
  var isTooDeep: Bool { depth >= TokenReader.maximumDepth }

  func resolve(_ reference: TypeReference) -> ValueType { table.resolve(reference, in: scope) }

  /// Whether the sources declare a type that hides one of the standard library.
  func isHidden(_ name: String) -> Bool {
    table.entry(named: [name], from: scope.type, in: scope.file) != nil
  }
}
