/// A small program whose form is compared with what it does when it runs.
struct TruthProgram: Sendable, CustomStringConvertible {
  /// What the program shows.
  let description: String
  /// The declarations, the root `App` among them, that stand in a namespace of their own.
  let inside: String
  /// The declarations that have to stand outside of any type; `NS` is the name of the namespace.
  let outside: String
  /// The keys that the program writes and the form leaves out, at any depth.
  let hidden: Set<String>
  /// The compiler's options, for programs that need a compilation of their own.
  let flags: [String]

  /// A program of whole declarations.
  init(
    _ description: String, _ inside: String, outside: String = "", hidden: Set<String> = [],
    flags: [String] = []
  ) {
    self.description = description
    self.inside = inside
    self.outside = outside
    self.hidden = hidden
    self.flags = flags
  }

  /// A program whose root has these members.
  static func members(
    _ description: String, _ members: String, types: String = "", outside: String = "",
    hidden: Set<String> = []
  ) -> TruthProgram {
    TruthProgram(
      description, "struct App: SettingsGroup {\n\(members)\n}\n\(types)", outside: outside, hidden: hidden)
  }

  /// Programs of one property each, with types that they share.
  static func each(_ properties: [String], types: String = "") -> [TruthProgram] {
    properties.map { .members($0, $0, types: types) }
  }

  /// The source in a namespace of this name.
  func source(namespace: String) -> String {
    """
    import Foundation
    import Settings

    enum \(namespace) {
    \(inside)
    }
    \(outside.replacing("NS", with: namespace))

    """
  }

  static let all: [TruthProgram] = literals + members + declaredTypes + keys + names + conditions + sections
}
