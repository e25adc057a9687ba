/// How a cell looks, in terms of what it says; the theme makes colours and attributes of it.
struct Style: Hashable, Sendable {
  /// What the text says.
  enum Role: UInt8, Hashable, Sendable, CaseIterable {
    /// Ordinary text.
    case text
    /// Text that matters less: help, paths, limits.
    case secondary
    /// A heading.
    case heading
    /// A frame or a rule.
    case line
    /// A key to press.
    case key
    /// The value of a setting.
    case value
    /// A character that stands for one that cannot be shown.
    case substitute
    /// Something with a change that is not applied.
    case changed
    /// Something that takes a restart.
    case restart
    /// Something that triggers an action.
    case sideEffect
    /// Something wrong.
    case problem
    /// Something that went well.
    case success
    /// The part of a text that a search found.
    case match
    /// What was there before.
    case removed
  }

  /// What the text stands on.
  enum Ground: UInt8, Hashable, Sendable, CaseIterable {
    /// The window.
    case plain
    /// The title line.
    case bar
    /// The focused row.
    case focus
    /// The focused row of a pane that has not the focus.
    case resting
    /// A text field.
    case field
  }

  var role: Role
  var ground: Ground

  init(_ role: Role = .text, on ground: Ground = .plain) {
    self.role = role
    self.ground = ground
  }

  /// The same role on another ground.
  func on(_ ground: Ground) -> Style { Style(role, on: ground) }
}

/// A text in one style.
struct Span: Hashable, Sendable {
  var text: String
  var role: Style.Role

  init(_ text: String, _ role: Style.Role = .text) {
    self.text = text
    self.role = role
  }
}
