/// How a cell looks, by the role of its text; ``Theme`` maps it to colors and attributes.
///
/// A screen says what a text is and on what it stands, never its color. `Style(.problem)` is a problem in the window, `Style(.value, on:
/// .focus)` the value in the focused row. The two parts are independent, so a changed value in the focused row needs no role of its own.
/// Both are bytes, which ``Cell`` packs.
struct Style: Hashable, Sendable {
  /// The role of the text. The last four are for the marks of help in Markdown.
  ///
  /// The raw values are only used by ``Cell``, so their order has no meaning.
  enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case text
    /// Less important text: help, paths, limits.
    case secondary
    case heading
    /// A frame or a rule.
    case line
    case key
    case value
    /// A replacement for a character that can't be shown.
    case substitute
    /// Something with a staged change.
    case changed
    case restart
    /// Something that triggers an action.
    case sideEffect
    case problem
    case success
    /// The part of a string that matches a search.
    case match
    /// An old value.
    case removed
    case strong
    case emphasis
    case code
    case link
  }

  /// The background, which a whole line or field has.
  enum Ground: UInt8, Hashable, Sendable, CaseIterable {
    /// The window.
    case plain
    /// The title line.
    case bar
    /// The focused row.
    case focus
    /// The focused row of a pane that doesn't have the focus.
    case resting
    case field
    /// The selected text of a field.
    case selection
  }

  var role: Role
  var ground: Ground

  init(_ role: Role = .text, on ground: Ground = .plain) {
    self.role = role
    self.ground = ground
  }
}

/// Text in one style: what screens make of values and help before a row is drawn.
///
/// A row is an array of spans, such as `[Span("8080", role: .value), Span(" ms", role: .secondary)]`. It has no ground: the row that it is
/// drawn in has one (``Frame/draw(_:x:y:columns:on:)``). The text is as it is in the value; it becomes visible text only when it is drawn.
struct Span: Hashable, Sendable {
  var text: String
  var role: Style.Role
  /// The address that the text leads to; `nil` outside of links. ``Frame`` collects it with the place where the text was drawn.
  var address: String?

  init(_ text: String, role: Style.Role = .text, address: String? = nil) {
    self.text = text
    self.role = role
    self.address = address
  }
}
