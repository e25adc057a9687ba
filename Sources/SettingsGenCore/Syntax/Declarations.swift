/// The declarations of one source file: its types with their members, in source order.
///
/// Types, values and annotations are ranges of the source, and are parsed only where settings need them.
struct FileDeclarations: Sendable {
  /// The types and extensions, each after the type that contains it.
  var types: [TypeDeclaration] = []
  /// The imports of modules.
  var imports: [ImportDeclaration] = []
  /// The type aliases outside of types.
  var aliases: [AliasDeclaration] = []
  /// The comments between declarations, in source order.
  var comments: [Comment] = []
  /// The clauses of `#if` blocks.
  var clauses: [ConditionalClause] = []
  /// The errors that make the file unreadable.
  var problems: [SyntaxProblem] = []
}

/// A syntax error.
struct SyntaxProblem: Hashable, Sendable {
  var offset: Int
  var message: String
}

/// The comments of a declaration, as ranges of `FileDeclarations.comments`.
///
///     // leading
///     case a /* inner */ = 1   // trailing
struct AttachedComments: Hashable, Sendable {
  /// The comments above and inside of the declaration, up to its name.
  var leading = 0..<0
  /// The comments inside of the declaration, after its name.
  var inner = 0..<0
  /// The comments after the declaration, on its last line.
  var trailing = 0..<0
}

/// A declaration that annotations can belong to.
protocol AnnotatedDeclaration {
  var prefix: DeclarationPrefix { get }
  var comments: AttachedComments { get }
}

/// An access level.
enum AccessLevel: Int, Comparable, Sendable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }
}

/// The attributes and modifiers of a declaration.
struct DeclarationPrefix: Hashable, Sendable {
  /// The first byte of the declaration, its attributes included.
  var start = 0
  /// The access level, if stated.
  var access: AccessLevel?
  /// The access level of the setter, if stated.
  var setterAccess: AccessLevel?
  var isStatic = false
  var isLazy = false
  /// The attributes, each with its name and arguments.
  var attributes: [AttributeUse] = []
}

/// An attribute before a declaration.
struct AttributeUse: Hashable, Sendable {
  /// The name, after the `@`.
  var name: SourceRange
  /// The arguments with their parentheses; empty if absent.
  var arguments: SourceRange
}

/// The import of a module, or of a declaration in a module.
struct ImportDeclaration: Sendable {
  var prefix: DeclarationPrefix
  /// The name of the module.
  var module: SourceRange
  /// The index of the `#if` clause around the import.
  var clause: Int?
}

/// A struct, enum, class, actor, protocol or extension.
struct TypeDeclaration: AnnotatedDeclaration, Sendable {
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
  /// The types after the colon.
  var inherited: [SourceRange] = []
  var comments = AttachedComments()
  /// The byte after the closing brace.
  var end = 0
  var properties: [PropertyDeclaration] = []
  var cases: [CaseDeclaration] = []
  var aliases: [AliasDeclaration] = []
  var initializers: [InitializerDeclaration] = []
  /// The names of the static functions.
  var functions: [SourceRange] = []
  /// Whether a method `encode(to:)` is declared.
  var encodesItself = false
}

/// One name that a `var` or `let` declares.
struct PropertyDeclaration: AnnotatedDeclaration, Sendable {
  enum Storage: Sendable {
    case stored, computed
  }

  var prefix: DeclarationPrefix
  /// The name, or a pattern in parentheses.
  var name: SourceRange
  var isPattern = false
  var isLet: Bool
  /// The declared type; empty if absent.
  var type = SourceRange.none
  /// The initial value; empty if absent.
  var value = SourceRange.none
  var storage = Storage.stored
  /// The code of a computed property with its braces; empty for a stored one.
  var body = SourceRange.none
  var clause: Int?
  var comments = AttachedComments()
}

/// One case of an enum.
struct CaseDeclaration: AnnotatedDeclaration, Sendable {
  var prefix: DeclarationPrefix
  var name: SourceRange
  /// The associated values with their parentheses; empty if absent.
  var associated = SourceRange.none
  /// The associated values; `nil` if their boundaries are unclear.
  var values: [AssociatedValueDeclaration]? = []
  /// The raw value; empty if absent.
  var rawValue = SourceRange.none
  var clause: Int?
  var comments = AttachedComments()
}

/// An associated value of a case.
struct AssociatedValueDeclaration: AnnotatedDeclaration, Sendable {
  var prefix: DeclarationPrefix
  /// The label, the type and the default.
  var range: SourceRange
  var comments = AttachedComments()
}

/// A type alias.
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
  /// Whether it is `init(from:)`.
  var isDecoding: Bool
  /// The code with its braces; empty in a protocol.
  var body = SourceRange.none
  /// Whether the code is empty.
  var isEmpty = false
  var clause: Int?
}

/// A clause of an `#if` block.
struct ConditionalClause: Sendable {
  /// The clause around the block.
  var parent: Int?
  /// The previous clause of the same block.
  var previous: Int?
  /// The condition; empty for `#else`.
  var condition: SourceRange
  /// The comments above the block, as a range of `FileDeclarations.comments`; for its first clause only.
  var comments = 0..<0
}
