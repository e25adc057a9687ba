/// What one source file declares: its types with their members, in source order.
///
/// Texts stay ranges of the source: types, values and annotations are read only where settings need them.
struct FileDeclarations: Sendable {
  /// The types and extensions, each after the one it stands in.
  var types: [TypeDeclaration] = []
  /// The type aliases outside of any type.
  var aliases: [AliasDeclaration] = []
  /// The comments between declarations, in source order.
  var comments: [Comment] = []
  /// The clauses of `#if` blocks.
  var clauses: [ConditionalClause] = []
  /// What makes the file unreadable, if anything.
  var problems: [SyntaxProblem] = []
}

/// Something that makes a file unreadable.
struct SyntaxProblem: Hashable, Sendable {
  var offset: Int
  var message: String
}

/// The comments that may speak of a declaration, as ranges of `FileDeclarations.comments`.
struct AttachedComments: Hashable, Sendable {
  /// Those above and inside of the declaration, up to its name.
  var leading = 0..<0
  /// Those inside of the declaration, from its name on.
  var inner = 0..<0
  /// Those after it on its line.
  var trailing = 0..<0
}

/// Who can see a declaration.
enum AccessLevel: Int, Comparable, Sendable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }
}

/// What stands before a declaration.
struct DeclarationPrefix: Hashable, Sendable {
  /// The first byte of the declaration, its attributes included.
  var start = 0
  /// `nil` if nothing is said.
  var access: AccessLevel?
  /// Who can set the property, if said.
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
  /// The arguments with their parentheses; empty for none.
  var arguments: SourceRange
}

/// A struct, enum, class, actor, protocol or extension.
struct TypeDeclaration: Sendable {
  enum Keyword: String, Sendable {
    case `struct`, `enum`, `class`, actor, `protocol`, `extension`
  }

  var keyword: Keyword
  var prefix: DeclarationPrefix
  /// The name; of an extension the extended type's.
  var name: SourceRange
  /// The generic parameters with their brackets; empty for none.
  var generics = SourceRange.none
  /// The index of the type that this one stands in.
  var parent: Int?
  /// The index of the `#if` clause that this stands in.
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
struct PropertyDeclaration: Sendable {
  enum Storage: Sendable {
    /// Kept in memory.
    case stored
    /// Made when asked for.
    case computed
  }

  var prefix: DeclarationPrefix
  /// The name; a pattern in parentheses if several are declared at once.
  var name: SourceRange
  var isPattern = false
  var isLet: Bool
  /// The declared type; empty for none.
  var type = SourceRange.none
  /// The initial value; empty for none.
  var value = SourceRange.none
  var storage = Storage.stored
  var clause: Int?
  var comments = AttachedComments()
}

/// One case of an enum.
struct CaseDeclaration: Sendable {
  var prefix: DeclarationPrefix
  var name: SourceRange
  /// The associated values with their parentheses; empty for none.
  var associated = SourceRange.none
  /// The raw value; empty for none.
  var rawValue = SourceRange.none
  var clause: Int?
  var comments = AttachedComments()
}

/// A type alias.
struct AliasDeclaration: Sendable {
  var prefix: DeclarationPrefix
  var name: SourceRange
  /// The generic parameters with their brackets; empty for none.
  var generics = SourceRange.none
  var type: SourceRange
  var clause: Int?
}

/// An initializer, as far as it tells how values are made and read.
struct InitializerDeclaration: Sendable {
  /// The parameters with their parentheses.
  var parameters: SourceRange
  /// Whether it is `init(from:)`.
  var isDecoding: Bool
  /// The code with its braces; empty in a protocol.
  var body = SourceRange.none
  /// Whether it does nothing.
  var isEmpty = false
  var clause: Int?
}

/// A clause of an `#if` block.
struct ConditionalClause: Sendable {
  /// The clause that the block stands in.
  var parent: Int?
  /// The clause of the same block before this one.
  var previous: Int?
  /// The condition; empty for `#else`.
  var condition: SourceRange
  /// The comments above the block, as a range of `FileDeclarations.comments`; for its first clause only.
  var comments = 0..<0
}
