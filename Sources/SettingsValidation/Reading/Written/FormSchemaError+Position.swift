extension FormSchemaError {
  /// Returns the error with its position in the form's text.
  package func located(in document: JSONDocument) -> FormSchemaError {
    var error = self
    error.position = document.positionOfNearest(to: path)
    return error
  }
}

extension JSONDocument {
  /// Returns the position of the value at a path, or of the nearest value around it.
  package func positionOfNearest(to path: SettingPath) -> SourcePosition {
    var path = path
    while true {
      if let node = node(at: path) { return node.position }
      guard let parent = path.parent else { return root.position }
      path = parent
    }
  }
}
