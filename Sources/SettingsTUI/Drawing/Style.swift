/// How a cell looks, by the role of its text; the theme maps it to colors and attributes.
struct Style: Hashable, Sendable {
  /// The role of the text.
  enum Role: UInt8, Hashable, Sendable, CaseIterable {
    /// Ordinary text.
    case text
    /// Less important text: help, paths, limits.
    case secondary
    /// A heading.
    case heading
    /// A frame or a rule.
    case line
    /// A key to press.
    case key
    /// The value of a setting.
    case value
    /// A replacement for a character that can't be shown.
    case substitute
    /// Something with a staged change.
    case changed
    /// Something that requires a restart.
    case restart
    /// Something that triggers an action.
    case sideEffect
    /// A problem.
    case problem
    /// A success.
    case success
    /// The part of a string that matches a search.
    case match
    /// An old value.
    case removed
    /// Strongly emphasized help.
    case strong
    /// Emphasized help.
    case emphasis
    /// Code in help.
    case code
    /// The text of a link in help.
    case link
  }

  /// The background.
  enum Ground: UInt8, Hashable, Sendable, CaseIterable {
    /// The window.
    case plain
    /// The title line.
    case bar
    /// The focused row.
    case focus
    /// The focused row of a pane that doesn't have the focus.
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
}

/// Text in one style.
struct Span: Hashable, Sendable {
  var text: String
  var role: Style.Role
  /// The address that the text leads to; `nil` outside of links.
  var address: String?

  init(_ text: String, role: Style.Role = .text, address: String? = nil) {
    self.text = text
    self.role = role
    self.address = address
  }
}
