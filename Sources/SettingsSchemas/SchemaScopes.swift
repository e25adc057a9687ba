/// The dynamic anchors of the resources through which schemas are reached. Equal scopes have equal numbers.
///
/// `$dynamicRef: "#node"` leads to the outermost schema with the anchor `node` among those through which the reader
/// came. So the same schema means different things on different ways. The standard use is a tree that another schema
/// extends (JSON Schema Core 2020-12, section 8.2.3.2):
///
///     tree.json     $dynamicAnchor: node   properties: {children: {items: {$dynamicRef: "#node"}}}
///     strict.json   $dynamicAnchor: node   $ref: tree.json   unevaluatedProperties: false
///
/// Read from `tree.json`, the children are trees. Read from `strict.json`, they are strict trees, although the
/// `$dynamicRef` stands in the other file.
///
/// A scope is a table of the anchors that are in effect; entering a resource adds its anchors unless an outer resource
/// has the name already. Equal tables share a number, because there are far more ways through a schema than different
/// tables; a limit for all tables bounds the rest.
struct SchemaScopes {
  /// The number of a scope. A definition of the bundle is identified by its place and this number.
  typealias Number = Int

  /// The scope outside of all resources.
  static let empty = 0
  /// The maximum number of anchors in all scopes. Twenty resources that refer to each other, with one anchor each,
  /// could be entered in a million combinations.
  private static let sizeLimit = 400_000

  /// A resource that is entered in a scope. Which scope that leads to is computed once.
  private struct Step: Hashable {
    let scope: Number
    let resource: Int
  }

  /// The anchors in effect, by scope. ``empty`` is the first.
  private var scopes: [[String: SchemaPlace]] = [[:]]
  /// The number of each table of anchors.
  private var numbers: [[String: SchemaPlace]: Number] = [[:]: empty]
  /// The steps that have been taken before, so that a reference to a resource that was entered in the same scope builds
  /// no table.
  private var steps: [Step: Number] = [:]
  /// The number of anchors in all scopes, which the limit is about.
  private var size = 0

  /// Returns the place that a dynamic reference leads to; `nil` if none of the resources around has such an anchor.
  /// Then the reference is an ordinary one.
  func place(of anchor: String, in scope: Number) -> SchemaPlace? { scopes[scope][anchor] }

  /// Returns the scope inside a resource that is reached in another scope; `nil` if there would be too many anchors.
  ///
  /// A resource without dynamic anchors, which nearly all are, leaves the scope as it is. In the case of `nil`, the
  /// bundler warns once and continues with the outer scope.
  mutating func entering(_ resource: Int, with anchors: [String: SchemaPlace], from scope: Number) -> Number?
  {
    if anchors.isEmpty { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = steps[step] { return known }
    // The anchors of outer resources are used.
    let merged = scopes[scope].merging(anchors) { outer, _ in outer }
    // Another way has led to the same anchors.
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
