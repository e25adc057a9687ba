/// The dynamic anchors of the resources through which schemas are reached. Equal scopes have equal numbers.
struct SchemaScopes {
  /// The number of a scope.
  typealias Number = Int

  /// The scope outside of all resources.
  static let empty = 0
  /// The maximum number of anchors in all scopes.
  private static let sizeLimit = 400_000

  private struct Step: Hashable {
    let scope: Number
    let resource: Int
  }

  private var scopes: [[String: SchemaPlace]] = [[:]]
  private var numbers: [[String: SchemaPlace]: Number] = [[:]: empty]
  private var steps: [Step: Number] = [:]
  private var size = 0

  /// Returns the place that a dynamic reference leads to.
  func place(of anchor: String, in scope: Number) -> SchemaPlace? { scopes[scope][anchor] }

  /// Returns the scope inside a resource that is reached in another scope; `nil` if there would be too many anchors.
  mutating func entering(_ resource: Int, with anchors: [String: SchemaPlace], from scope: Number) -> Number?
  {
    if anchors.isEmpty { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = steps[step] { return known }
    // The anchors of outer resources are used.
    let merged = scopes[scope].merging(anchors) { outer, _ in outer }
    guard numbers[merged] == nil else {
      steps[step] = numbers[merged]
      return numbers[merged]
    }
    guard merged.count <= Self.sizeLimit - size else { return nil }
    size += merged.count
    let number = scopes.count
    scopes.append(merged)
    numbers[merged] = number
    steps[step] = number
    return number
  }
}
