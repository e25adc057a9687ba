/// A small program whose form is compared with its behavior at run time.
///
/// The generator reads sources and predicts: which keys the program codes, which defaults it has, what it accepts. The compiled program is
/// the truth about that (``TruthRun``), and ``TruthFaults`` are the differences. To test a feature of Swift, add a program that uses it.
struct TruthProgram: Sendable, CustomStringConvertible {
  /// The name of the program.
  let description: String
  /// The declarations in the program's namespace, including the root `App`.
  let inside: String
  /// The declarations at the top level; `NS` is the name of the namespace.
  let outside: String
  /// The keys at any depth that the program writes and the form omits.
  let hidden: Set<String>
  /// The compiler's options, for programs that are compiled separately.
  let flags: [String]
  /// The name of the root in the namespace.
  let root: String

  /// Creates a program from declarations.
  init(
    _ description: String, _ inside: String, outside: String = "", hidden: Set<String> = [],
    flags: [String] = [], root: String = "App"
  ) {
    self.description = description
    self.inside = inside
    self.outside = outside
    self.hidden = hidden
    self.flags = flags
    self.root = root
  }

  /// A program with these members of the root.
  static func members(
    _ description: String, _ members: String, types: String = "", outside: String = "",
    hidden: Set<String> = []
  ) -> TruthProgram {
    TruthProgram(
      description, "struct App: SettingsGroup {\n\(members)\n}\n\(types)", outside: outside, hidden: hidden)
  }

  /// A program with many properties that have nothing to do with each other. Each text declares `a`, which gets a number.
  ///
  /// A program costs the compiler half a second, whatever it contains, and a property hardly anything.
  static func each(_ properties: [String], types: String = "") -> [TruthProgram] {
    let numbered = properties.enumerated().map { $1.replacing(#/\bvar a\b/#, with: "var a\($0)") }
    return [.members(properties[0] + ", …", numbered.joined(separator: "\n"), types: types)]
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

  static let all: [TruthProgram] =
    literals + members + declaredTypes + keys + names + conditions + sections + variants + containers
}
