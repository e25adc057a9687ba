extension SearchPattern {
  /// Returns the first string of a setting or section that the pattern matches; `nil` if none does.
  func place(of strings: SearchMemory.Strings) -> SearchPlace? {
    if strings.title.containsString(where: matches) { return .title }
    let section = strings.section.string
    if strings.key.containsString(where: { matches(section + $0) }) { return .path }
    if strings.keywords.containsString(where: matches) { return .keywords }
    if strings.values.containsString(where: matches) { return .value }
    if strings.ownHelp.containsString(where: matches) { return .help }
    return strings.choices.containsString(where: matches) ? .choice : nil
  }
}

extension MarkedPart {
  /// The only string of the part; empty for an empty part.
  fileprivate var string: String {
    var string = ""
    _ = containsString {
      string = $0
      return true
    }
    return string
  }
}
