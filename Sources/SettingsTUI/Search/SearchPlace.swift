/// The string of a setting or section that matches a search.
enum SearchPlace: Int, Comparable, CaseIterable {
  case title, path, keywords, value, help, choice

  static func < (left: SearchPlace, right: SearchPlace) -> Bool { left.rawValue < right.rawValue }

  /// A phrase about the place; `nil` for the title, which a person sees.
  var phrase: String? {
    switch self {
    case .title: nil
    case .path: "in its path"
    case .keywords: "in its keywords"
    case .value: "in its value"
    case .help: "in its help"
    case .choice: "in a choice"
    }
  }
}
