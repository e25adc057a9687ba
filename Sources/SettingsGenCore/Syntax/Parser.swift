/// Finds the declarations of a Swift source file.
///
/// The parser reads declarations token by token and skips bodies. It doesn't recurse, so deep nesting can't exhaust the
/// stack: types whose members are being read are on a list, `open`. It needs only balanced brackets, so it also reads
/// sources that a compiler rejects.
///
///     @Flag public static var x: Int = 3 { didSet { … } }   // a comment
///     └────── prefix ───────┘ │   │     │    └ skipped         └ trailing comment of x
///                             name type  value: a range of the source, read later if someone needs it
///
/// Types and initial values are only ranges of bytes here. Most of them are never looked at: of a file with 200
/// properties, perhaps one struct holds settings.
///
/// **What it promises.** It always ends, in nearly linear time, and never fails: what it can't read is in
/// `FileDeclarations.problems`. An unknown token is skipped. So an error in one declaration, or syntax of a later
/// Swift, doesn't hide the declarations after it.
///
/// **What must never happen.** A body that is left too early makes a local variable a setting, and a body that is left
/// too late hides the members behind it. Nothing would report either. So the hard part of this type is to know where an
/// expression and a generic argument list end (`Parser+Expressions.swift`, `skipGenericArguments`). `CorpusTests` reads
/// real packages and checks that each type ends at its closing brace; `TruthTests` compares forms with what compiled
/// programs write.
///
/// **The main loop.** `parseNext()` looks at the current token and lets one function read what begins there. Each of
/// them leaves the first token that it doesn't need as the current one. Attributes and modifiers are collected in
/// `prefix` until a keyword uses them (`takePrefix`) or something else shows that they belong to nothing. A type's
/// function returns behind its `{`, and the loop reads the members with the type on `open`, until a `}` comes.
///
///     struct A { var x = 1 }
///     ▲ parseType         declares A, opens it, and returns behind `{`
///                ▲ parseProperties   adds x to A
///                          ▲ closeType   A is closed
struct Parser {
  /// The source of tokens, behind the current one. It also has the comments that were found so far.
  var lexer: Lexer
  /// The current token, the first that isn't read yet. Its comments are recorded already, so `lexer.comments.count` is
  /// behind them.
  var token: Token
  /// What was found so far. Its comments are filled in at the end.
  var result = FileDeclarations()
  /// The types whose members are being read, outermost first. It is empty at the top level, where statements can stand.
  var open: [OpenType] = []
  /// The attributes and modifiers read so far. Only valid while `hasPrefix` is true.
  var prefix = DeclarationPrefix()
  /// Whether attributes or modifiers were read that wait for their declaration. Each token that can't continue a prefix
  /// resets it, or else `static` in one broken line would apply to the next declaration.
  var hasPrefix = false
  /// The index of the first comment that can belong to the declaration being read: of the comments above its first
  /// attribute or modifier.
  var prefixComments = 0
  /// The index of the first comment above the `#if` around the next declaration; `nil` behind that declaration.
  ///
  ///     // setting: secret
  ///     #if DEBUG
  ///       var token = ""      the comment belongs to it, although `#if` is in between
  ///     #endif
  var commentsAboveBlock: Int?
  /// The byte after the previous token or skipped group: where the syntax that was just read ends, without the space
  /// and comments behind it.
  var previousEnd = 0
  /// The index of the current `#if` clause, which each declaration gets.
  var clause: Int?
  /// The number of open types at the start of each open `#if` block.
  ///
  /// In a source that a compiler accepts, a type that is opened in a clause is closed in it. In any other, it is closed at the end of the
  /// clause: `#if A`, `struct S {`, `#else` leaves nothing open.
  var openBlocks: [Int] = []

  /// A type whose members are being read, with what is needed to attach the comment at the end of the current line.
  struct OpenType {
    /// The index in `result.types`.
    var index: Int
    /// The offset of the opening brace, for the message about a brace that is never closed.
    var brace: Int
    /// The first members on the current line, for the comment at its end: `var a = 1; var b = 2   // setting: advanced` is about both.
    var firstProperty = 0
    var firstCase = 0
    /// Whether the type has been on one line so far, as `struct A { var x = 1 }`. The comment behind the brace is about
    /// the member then.
    var isOneLine = true
  }

  /// Reads a file. The result is the same whatever was read before: parsing a file depends on nothing but its bytes.
  static func parse(_ file: SourceFile) -> FileDeclarations {
    file.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return FileDeclarations() }
      var parser = Parser(text: base, count: file.count)
      while parser.token.kind != .end { parser.parseNext() }
      parser.reportOpenSyntax()
      parser.result.comments = parser.lexer.comments
      return parser.result
    }
  }

  /// Creates a parser at the first token of a text with `SourceFile.padding` zero bytes behind it.
  private init(text: UnsafePointer<UInt8>, count: Int) {
    lexer = Lexer(text: text, count: count)
    token = lexer.next()
  }

  /// Reports what is open at the end. If a string or bracket never ends, that is reported instead of the braces that are open, which
  /// mostly are its consequence.
  private mutating func reportOpenSyntax() {
    if let unterminated = lexer.unterminated {
      result.problems.append(unterminated)
    } else if let last = open.last {
      result.problems.append(SyntaxProblem(offset: last.brace, message: "this '{' is never closed"))
    }
  }

  /// Reads one declaration, or skips one token or group. It always moves on, so the loop in `parse(_:)` ends.
  ///
  /// A group that is met here belongs to no declaration that is recorded: the body of a function, a closure in a script, or what follows a
  /// keyword that this parser doesn't know. A comment after a body belongs to nothing; otherwise it would be above the next property.
  private mutating func parseNext() {
    switch token.kind {
    case .at: parseAttribute()
    case .pound: parsePound()
    case .identifier: parseWord()
    case .rightBrace: closeType()
    case .semicolon:
      advance()
      hasPrefix = false
      endMember()
    case .leftBrace, .leftParen, .leftBracket:
      let isBody = token.kind == .leftBrace
      skipGroup()
      hasPrefix = false
      if isBody { _ = takeTrailingComments() }
    case .operator where isOperator(Byte.less) && skipGenericArguments(): hasPrefix = false
    default:
      advance()
      hasPrefix = false
    }
  }

  /// Moves to the next token.
  mutating func advance() {
    previousEnd = token.end
    token = lexer.next()
  }

  /// Skips a bracketed group, whose opening bracket is the current token. The lexer is behind that bracket already. The
  /// comments inside aren't recorded.
  mutating func skipGroup() {
    lexer.skipGroup(openedAt: token.start)
    previousEnd = lexer.position
    token = lexer.next()
  }

  /// Returns the range of the tokens that a function skips, from the current token to the last one that it has skipped;
  /// empty if it skips none.
  mutating func range(skipping skip: (inout Parser) -> Void) -> SourceRange {
    let start = token.start
    skip(&self)
    return SourceRange(start: start, end: max(start, previousEnd))
  }

  /// A state to return to: the lexer is always behind the current token. Declarations that were found in between would stay, so only skipping
  /// functions use it.
  typealias Checkpoint = (token: Token, previousEnd: Int)

  /// The current state, to return to if the following syntax isn't what it seems to be.
  ///
  /// `a<b` and `a<b>()` begin alike. The parser tries generic arguments and comes back if the token after them says that it was a
  /// comparison.
  ///
  /// Going back costs reading the tokens again. There is one attempt for each `<`, so the time stays linear in
  /// practice.
  var checkpoint: Checkpoint { (token, previousEnd) }

  /// Returns to a state. The comments that were recorded after it are removed, since they will be found again.
  mutating func rewind(to checkpoint: Checkpoint) {
    (token, previousEnd) = checkpoint
    lexer.position = token.end
    while let last = lexer.comments.last, last.range.start > token.start { lexer.comments.removeLast() }
  }

  /// Skips the first character of an operator. The rest becomes the next token: of `>>`, one `>` closes the inner list
  /// of generic arguments, and of `Int?=nil`, the `?` belongs to the type. The rest is adjacent to what was skipped,
  /// and has no comments before it.
  mutating func splitOperator() {
    guard token.end > token.start + 1 else { return advance() }
    token.start += 1
    token.startsLine = false
    token.isBelowComments = false
    token.firstComment = lexer.comments.count
    previousEnd = token.start
  }

  /// A lexer after the current token, to look further ahead. It has no comments, so that the copy costs nothing.
  var ahead: Lexer {
    var ahead = lexer
    ahead.comments = []
    return ahead
  }

  /// Returns the token after the current one.
  ///
  /// It lexes the token twice. It is needed for a handful of words.
  func peek() -> Token {
    var ahead = ahead
    return ahead.next()
  }

  /// Whether the current token is this word.
  @inline(__always)
  func isWord(_ word: StaticString) -> Bool { isWord(word, token: token) }

  /// Whether a token is this word. The comparison of lengths comes first, and mostly decides.
  @inline(__always)
  func isWord(_ word: StaticString, token: Token) -> Bool {
    token.end - token.start == word.utf8CodeUnitCount && lexer.spells(word, offset: token.start)
  }

  /// The text of a token.
  func word(_ token: Token) -> String {
    let start = lexer.text + token.start
    return String(decoding: UnsafeBufferPointer(start: start, count: token.end - token.start), as: UTF8.self)
  }

  /// Whether the current token is one of some words.
  func isWord(in words: Set<String>) -> Bool { words.contains(word(token)) }

  /// Whether the current token is an operator that begins with a byte.
  func isOperator(_ byte: UInt8) -> Bool {
    token.kind == .operator && lexer.text[token.start] == byte
  }

  /// Whether no space or comment separates the current token from the previous token or group. `f (x)` and `f(x)`
  /// differ in that, and so do `a<b>` and `a <b`.
  var isAdjacent: Bool { token.start == previousEnd }
}

/// Keywords and modifiers at the start of a declaration.
///
/// Most words of Swift are keywords only where they can be: a property can be called `actor`, `open` or `macro`. So a
/// word alone decides nothing, and the few words that are ambiguous are decided by the token behind them.
extension Parser {
  /// Reads a declaration, a statement or a modifier that starts with a word.
  ///
  /// Any other word is skipped, together with the prefix before it: it is part of an expression at the top level, or of
  /// a syntax that this parser doesn't know.
  mutating func parseWord() {
    if open.isEmpty, isWord(in: Self.statements) {
      skipStatement()
    } else if !parseDeclaration(), !parseModifier() {
      advance()
      hasPrefix = false
    }
  }

  /// Reads a declaration, if the current token is its keyword; otherwise returns `false` without moving.
  ///
  /// Words that are keywords only in some places need a look at the next token: `actor` can be a name, `class` a
  /// modifier, and `case` belongs to an enum or to a `switch`.
  private mutating func parseDeclaration() -> Bool {
    switch word(token) {
    case "var": parseProperties(isLet: false)
    case "let": parseProperties(isLet: true)
    case "func": skipFunction()
    case "enum": parseType(.enum)
    case "init": parseInitializer()
    case "case": parseCases()
    case "class": isClassKeyword() && parseType(.class)
    case "actor": isFollowedByName() && parseType(.actor)
    case "struct": parseType(.struct)
    case "import": parseImport()
    case "protocol": parseType(.protocol)
    case "operator": skipToLineEnd()
    case "extension": parseType(.extension)
    case "typealias": parseAlias()
    case "deinit", "macro", "precedencegroup", "subscript": skipKeyword()
    default: false
    }
  }

  /// Reads a modifier with its argument, if the current token is one.
  ///
  /// Only what decides whether a property is coded, and how visible it is, is kept. `private(set)` is the access of the
  /// setter; the argument of `nonisolated(unsafe)` or `unowned(safe)` is skipped.
  private mutating func parseModifier() -> Bool {
    let word = word(token)
    let level = AccessLevel.named[word]
    guard level != nil || Self.modifiers.contains(word) else { return false }
    startPrefix()
    advance()
    let hasArgument = token.kind == .leftParen && (level != nil || !token.startsLine)
    if hasArgument { skipGroup() }
    switch word {
    case "static", "class": prefix.isStatic = true
    case "lazy": prefix.isLazy = true
    default:
      let access = hasArgument ? \DeclarationPrefix.setterAccess : \.access
      if let level { prefix[keyPath: access] = level }
    }
    return true
  }

  /// The modifiers but access levels. The list has to be complete: behind an unknown modifier, the prefix starts again, and the comments
  /// above it would be lost.
  private static let modifiers: Set<String> = [
    "static", "class", "lazy", "weak", "final", "infix", "prefix", "postfix", "unowned", "dynamic",
    "override",
    "mutating", "required", "indirect", "optional", "isolated", "__shared", "consuming", "borrowing",
    "convenience", "nonisolated", "nonmutating", "distributed",
  ]

  /// Starts the prefix of a declaration at the current token, unless it has started. If the token starts a line, the
  /// comment at the end of this line won't belong to the members before it.
  mutating func startPrefix() {
    if hasPrefix { return }
    hasPrefix = true
    prefix = DeclarationPrefix(start: token.start)
    prefixComments = commentsAboveBlock ?? token.firstComment
    if token.startsLine { startLine() }
  }

  /// Ends the prefix at the keyword of the declaration, and returns it. Without attributes and modifiers, the
  /// declaration starts at the keyword.
  mutating func takePrefix() -> DeclarationPrefix {
    startPrefix()
    hasPrefix = false
    commentsAboveBlock = nil
    return prefix
  }

  /// Whether `class` declares a type, and doesn't modify a member: `class D {` does, `class var x` and `class override
  /// func f()` don't.
  private func isClassKeyword() -> Bool {
    let next = peek()
    let word = word(next)
    let isMember = ["var", "let", "func", "subscript", "init"].contains(word)
    return next.kind == .identifier && !isMember && !Self.modifiers.contains(word)
      && AccessLevel.named[word] == nil
  }

  /// Whether a name follows on the same line: `actor H {` declares a type, `actor()` and `actor = 1` don't.
  func isFollowedByName() -> Bool {
    let next = peek()
    return next.kind == .identifier && !next.startsLine
  }

  /// The words that start a statement. Statements are possible only outside of types, in scripts and in `main.swift`; the
  /// variables in their conditions and blocks aren't declarations of the file.
  private static let statements: Set<String> = [
    "if", "do", "for", "else", "guard", "while", "catch", "defer", "switch", "repeat",
  ]

  /// Skips a statement with its condition and one block. The `else` or `catch` behind the block is a statement of its
  /// own for this parser, and the condition behind `repeat { } while` is left to the main loop.
  private mutating func skipStatement() {
    let isRepeat = isWord("repeat")
    advance()
    skipToBody()
    if token.kind == .leftBrace { skipGroup() }
    if isRepeat, isWord("while") { advance() }
    hasPrefix = false
  }
}

/// The association of comments with declarations.
///
/// A comment above or inside of a declaration belongs to it. A comment at the end of a line belongs to all declarations
/// on the line, or, after an opening brace, to the type that the brace opens.
///
///     // a1                                     above: leading
///     var a /* a2 */ = 1; var b = 2   // ab     inner; trailing of both
///     struct C {   // c                         trailing of C
///       case d,    // d                         trailing of the cases on the line
///         e
///     }
///
/// Comments are numbered in the order of the file, so what belongs to a declaration is a range of numbers. Each comment
/// that is taken as trailing is no leading comment of the next declaration.
extension Parser {
  /// Returns the comments after the previous token on its line, unless more code follows them on the line. They don't
  /// belong to the current token anymore then.
  ///
  ///     var a = 1   // about a            trailing
  ///     // about b            above the next declaration
  ///     var b = 2
  ///     case c, /* about d */ d           in front of `d`, so neither c's nor taken
  mutating func takeTrailingComments() -> Range<Int> {
    let start = token.firstComment
    var end = start
    while end < lexer.comments.count, !lexer.comments[end].startsLine { end += 1 }
    // All comments are on the previous token's line, and so is the current token: they are in front of it.
    let isInFront =
      end == lexer.comments.count && !token.isBelowComments && token.kind != .end
      && token.kind != .rightBrace && token.kind != .semicolon
    if end == start || isInFront { return start..<start }
    token.firstComment = end
    return start..<end
  }

  /// Attaches the comments at the end of the line to the members declared on it. Each function that reads a member
  /// calls it at its end.
  mutating func endMember() {
    let comments = takeTrailingComments()
    if let last = open.last, !comments.isEmpty { attach(comments, to: last) }
  }

  /// Attaches comments to the members on the current line that have no trailing comments. A member that has its own
  /// keeps it: in a list of cases over several lines, each line has its comment.
  mutating func attach(_ comments: Range<Int>, to type: OpenType) {
    let index = type.index
    for member in result.types[index].properties.indices.dropFirst(type.firstProperty)
    where result.types[index].properties[member].comments.trailing.isEmpty {
      result.types[index].properties[member].comments.trailing = comments
    }
    for member in result.types[index].cases.indices.dropFirst(type.firstCase)
    where result.types[index].cases[member].comments.trailing.isEmpty {
      result.types[index].cases[member].comments.trailing = comments
    }
  }

  /// Starts a new line of members, after those that were read.
  mutating func startLine() {
    guard let last = open.indices.last else { return }
    open[last].isOneLine = false
    open[last].firstProperty = result.types[open[last].index].properties.count
    open[last].firstCase = result.types[open[last].index].cases.count
  }
}
