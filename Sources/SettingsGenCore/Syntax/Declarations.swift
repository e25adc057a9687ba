/// The declarations of one source file: its types with their members, in source order.
///
/// It is what `Parser` makes of a file, and all that later steps know of it besides its bytes. Types, values and
/// annotations are ranges of the source, and are parsed only where settings need them.
///
/// References are indices into the arrays here, not objects: a type names its `parent`, a member its `clause`, a
/// declaration its comments. So the result is one value, which the forms of all `#if` variants share without a copy.
///
///     // setting: file: advanced       comments[0]
///     struct A {                       types[0]
///       #if DEBUG                      clauses[0], condition "DEBUG"
///         var x = 1                    types[0].properties[0], clause 0, value "1"
///       #endif
///       enum B { case y }              types[1], parent 0
///     }
struct FileDeclarations: Sendable {
  /// The types and extensions, each after the type that contains it. So names and other facts that depend on the outer
  /// type are computed in one pass forward.
  var types: [TypeDeclaration] = []
  /// The imports of modules.
  var imports: [ImportDeclaration] = []
  /// The type aliases outside of types.
  var aliases: [AliasDeclaration] = []
  /// The comments between declarations, in source order. Comments in the bodies of functions aren't among them.
  var comments: [Comment] = []
  /// The clauses of `#if` blocks.
  var clauses: [ConditionalClause] = []
  /// The errors that make the file unreadable: a string, comment or bracket that never ends, or a brace that closes
  /// nothing. `Generator` reports them for each file that is read, and generates nothing.
  var problems: [SyntaxProblem] = []
}

/// A syntax error, or a warning, at a byte of a file. It becomes a `Diagnostic` where the file's index and the severity
/// are known.
struct SyntaxProblem: Hashable, Sendable {
  var offset: Int
  var message: String
}

/// The comments of a declaration, as ranges of `FileDeclarations.comments`.
///
///     // leading
///     case a /* inner */ = 1   // trailing
///
/// An annotation counts in all three. The help text is taken from the leading comments only. Which of the leading
/// comments are separated by a blank line, and so don't belong to the declaration, is found later
/// (`FileAnnotations.attached`): here, all comments since the previous declaration are leading.
struct AttachedComments: Hashable, Sendable {
  /// The comments above and inside of the declaration, up to its name.
  var leading = 0..<0
  /// The comments inside of the declaration, after its name.
  var inner = 0..<0
  /// The comments after the declaration, on its last line. Declarations on one line share them.
  var trailing = 0..<0
}

/// A declaration that annotations can belong to: a type, a property, a case, or an associated value. Functions and
/// aliases can't have any.
protocol AnnotatedDeclaration {
  var prefix: DeclarationPrefix { get }
  var comments: AttachedComments { get set }
}

/// An access level, from the narrowest to the widest. The order is used: a nested type is at most as visible as the
/// type around it.
enum AccessLevel: Comparable, CaseIterable, Sendable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  /// The levels by their keywords.
  static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}

/// The attributes and modifiers of a declaration.
struct DeclarationPrefix: Hashable, Sendable {
  /// The first byte of the declaration, its attributes included.
  var start = 0
  /// The access level, if stated. Otherwise it depends on the declaration around it, see `TypeTable.Entry.access`.
  var access: AccessLevel?
  /// The access level of the setter, if stated: `private` in `public private(set) var`.
  var setterAccess: AccessLevel?
  var isStatic = false
  var isLazy = false
  /// The attributes, each with its name and arguments. An attribute of a property can be a property wrapper or a macro,
  /// whose effect on coding only the compiler knows.
  var attributes: [AttributeUse] = []
}

/// An attribute before a declaration.
struct AttributeUse: Hashable, Sendable {
  /// The name, after the `@`, with the module in front if that is stated: `Settings.Flag` in `@Settings.Flag`.
  var name: SourceRange
  /// The arguments with their parentheses; empty if absent.
  var arguments: SourceRange
}

/// The import of a module, or of a declaration in a module. It decides which public types of other modules a file sees
/// (`ModuleImports`).
struct ImportDeclaration: Sendable {
  var prefix: DeclarationPrefix
  /// The name of the module; `Network` in `import struct Network.Host`.
  var module: SourceRange
  /// The index of the `#if` clause around the import.
  var clause: Int?
}

/// A struct, enum, class, actor, protocol or extension.
///
/// An extension is an entry of its own, with the name of the extended type. `TypeTable` joins it with the type. A
/// protocol has no members here, since its requirements hold no values.
struct TypeDeclaration: AnnotatedDeclaration, Sendable {
  /// The keyword. The raw values are used in messages and in dumps.
  enum Keyword: String, Sendable {
    case `struct`, `enum`, `class`, actor, `protocol`, `extension`
  }

  var keyword: Keyword
  var prefix: DeclarationPrefix
  /// The name; for an extension, the name of the extended type.
  var name: SourceRange
  /// The generic parameters with their brackets; empty if absent.
  var generics = SourceRange.none
  /// The index of the type that this one is nested in.
  var parent: Int?
  /// The index of the `#if` clause around the type.
  var clause: Int?
  /// The types after the colon, in order. For an enum, the first can be the type of its raw values.
  var inherited: [SourceRange] = []
  var comments = AttachedComments()
  /// The byte after the closing brace; 0 if the file ends before.
  var end = 0
  var properties: [PropertyDeclaration] = []
  var cases: [CaseDeclaration] = []
  var aliases: [AliasDeclaration] = []
  var initializers: [InitializerDeclaration] = []
  /// The names of the static functions. A function such as `seconds(_:)` in an extension of `Duration` hides the standard
  /// library's.
  var functions: [SourceRange] = []
  /// The methods `encode(to:)` with an `Encoder`, each by the index of the `#if` clause around it. A type with one
  /// writes keys that only the running program knows.
  var encoders: [Int?] = []
}

extension TypeDeclaration {
  /// Returns the declaration without the members whose clause doesn't fulfill a condition.
  func keeping(_ isKept: (Int?) -> Bool) -> TypeDeclaration {
    var type = self
    type.properties.removeAll { !isKept($0.clause) }
    type.cases.removeAll { !isKept($0.clause) }
    type.aliases.removeAll { !isKept($0.clause) }
    type.initializers.removeAll { !isKept($0.clause) }
    type.encoders.removeAll { !isKept($0) }
    return type
  }
}

/// One name that a `var` or `let` declares.
///
///     var width = 4, height: Int    // two declarations with the same prefix and the same leading comments
///     var (a, b) = (1, 2)           // one declaration, `isPattern`
///     lazy var c = f()              // stored, `prefix.isLazy`, and not coded
struct PropertyDeclaration: AnnotatedDeclaration, Sendable {
  var prefix: DeclarationPrefix
  /// The name, with backticks if the source has them, or a pattern in parentheses.
  var name: SourceRange
  var isPattern = false
  var isLet: Bool
  /// The declared type; empty if absent. In `var width, height: Int`, both names have the range of `Int`.
  var type = SourceRange.none
  /// The initial value; empty if absent.
  var value = SourceRange.none
  /// Whether the property has a place in memory. One with `willSet` or `didSet` is stored.
  var isStored = true
  /// The code of a computed property, or the observers of a stored one, with their braces; empty without any.
  var body = SourceRange.none
  /// The index of the `#if` clause around the property.
  var clause: Int?
  var comments = AttachedComments()
}

/// One case of an enum. `case a, b` declares two, with the same prefix.
struct CaseDeclaration: AnnotatedDeclaration, Sendable {
  var prefix: DeclarationPrefix
  var name: SourceRange
  /// The associated values with their parentheses; empty if absent.
  var associated = SourceRange.none
  /// The associated values, empty for a plain case; `nil` if their boundaries are unclear. `associated` has their text
  /// in any case.
  var values: [AssociatedValueDeclaration]? = []
  /// The raw value; empty if absent.
  var rawValue = SourceRange.none
  var clause: Int?
  var comments = AttachedComments()
}

/// An associated value of a case. It can have annotations like a property: `case file(/* setting: length = 1...80 */
/// path: String)`.
struct AssociatedValueDeclaration: AnnotatedDeclaration, Sendable {
  var prefix: DeclarationPrefix
  /// The label; empty for an unnamed value.
  var label = SourceRange.none
  var type = SourceRange.none
  /// The default; empty if absent.
  var value = SourceRange.none
  var comments = AttachedComments()
}

/// A type alias, in a type or outside. What it denotes is resolved when a setting's type is spelled with it.
struct AliasDeclaration: Sendable {
  var prefix: DeclarationPrefix
  var name: SourceRange
  /// The generic parameters with their brackets; empty if absent.
  var generics = SourceRange.none
  var type: SourceRange
  var clause: Int?
}

/// An initializer: the parts that show how values are created and decoded.
struct InitializerDeclaration: Sendable {
  /// The parameters with their parentheses.
  var parameters: SourceRange
  /// Whether it is `init(from:)` with a `Decoder`.
  var isDecoding: Bool
  /// The code with its braces; empty in a protocol.
  var body = SourceRange.none
  /// Whether the code is `{ }`, with nothing but white space and comments. An empty `init()` leaves each property at
  /// its initial value.
  var isEmpty = false
  var clause: Int?

  /// Whether it has no parameters: `()` has two bytes.
  var isPlain: Bool { parameters.end - parameters.start == 2 }
}

/// A clause of an `#if` block.
///
///     #if A          0: condition A
///       #if B        1: condition B, parent 0
///       #endif
///     #elseif C      2: condition C, previous 0
///     #else          3: no condition, previous 2
///     #endif
///
/// A declaration is compiled if its clause holds, no earlier clause of the block does, and the same is true of all
/// clauses around it: `BuildConditions` decides that.
struct ConditionalClause: Sendable {
  /// The clause around the block; `nil` for a block that isn't inside of another.
  var parent: Int?
  /// The previous clause of the same block; `nil` for the first clause.
  var previous: Int?
  /// The condition; empty for `#else`.
  var condition: SourceRange
  /// The comments above the block, as a range of `FileDeclarations.comments`; for its first clause only.
  var comments = 0..<0
}
