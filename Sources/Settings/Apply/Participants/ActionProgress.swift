/// Reports the progress of an action to the person who runs it.
///
/// ```swift
/// func forgetCache(_ progress: ActionProgress) async throws {
///   for (index, file) in files.enumerated() {
///     try Task.checkCancellation()
///     progress("\(index) of \(files.count) files")
///     try remove(file)
///   }
///   progress("Removed \(files.count) files")
/// }
/// ```
public struct ActionProgress: Sendable {
  private let report: @Sendable (String) -> Void

  /// Creates a reporter that calls a closure.
  public init(_ report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  /// Reports text, which replaces the previous text. The last text stays as the result of the action.
  public func callAsFunction(_ text: String) {
    report(text)
  }
}
