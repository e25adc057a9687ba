import Synchronization

/// The kind of a value that can contain values of the same kind, such as a rule that combines rules.
///
/// The kind is made when it is first needed, so that a form of a recursive schema is finite.
package struct RecursiveKind: Sendable {
  /// The name of the definition that describes the value; `nil` for any value.
  package let name: String?
  private let content: Content

  private final class Content: Sendable {
    private let made = Mutex<FormKind?>(nil)
    private let make: @Sendable () -> FormKind

    init(_ make: @escaping @Sendable () -> FormKind) {
      self.make = make
    }

    var kind: FormKind {
      if let kind = made.withLock(\.self) { return kind }
      // Two threads can both make the kind; both results are equal.
      let kind = make()
      made.withLock { $0 = kind }
      return kind
    }
  }

  /// Creates the kind of a definition.
  ///
  /// - Parameter make: Returns the kind. It isn't another recursive kind.
  package init(name: String?, _ make: @escaping @Sendable () -> FormKind) {
    self.name = name
    content = Content(make)
  }

  /// The kind that the definition describes.
  package var kind: FormKind { content.kind }
}

extension RecursiveKind: Hashable {
  /// Whether the kinds have the same definition. Kinds of different forms aren't compared.
  package static func == (left: RecursiveKind, right: RecursiveKind) -> Bool { left.name == right.name }

  /// Hashes the name of the definition.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FormKind {
  /// The kind, made if it is recursive.
  package var resolved: FormKind {
    if case .recursive(let recursive) = self { recursive.kind } else { self }
  }
}

extension FormKind {
  /// Whether a schema says nothing about the value; see ``anything``.
  package var isAnything: Bool { resolved == Self.anything.resolved }

  /// The kind of a value about which a schema says nothing. Such a value is edited according to its own type.
  package static let anything: FormKind = .recursive(
    RecursiveKind(name: nil) {
      .variants([
        FormVariant(mark: .kind, title: "Text", kind: .string(TextLimits())),
        FormVariant(mark: .kind, title: "Number", kind: .number(NumberLimits())),
        FormVariant(mark: .kind, title: "True or false", kind: .boolean),
        FormVariant(mark: .kind, title: "List", kind: .list(.anything, ListLimits())),
        FormVariant(mark: .kind, title: "Entries", kind: .dictionary(.anything)),
      ])
    })
}
