extension SearchPattern {
  /// Returns the first string of a setting or section that the pattern matches; `nil` if none does.
  func place(of texts: SearchMemory.Texts) -> SearchPlace? {
    if texts.title.containsString(where: matches) { return .title }
    let section = texts.section.string
    if texts.key.containsString(where: { matches(section + $0) }) { return .path }
    if texts.keywords.containsString(where: matches) { return .keywords }
    if texts.values.containsString(where: matches) { return .value }
    if texts.ownHelp.containsString(where: matches) { return .help }
    return texts.choices.containsString(where: matches) ? .choice : nil
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
