/// Asks the running instances of an app about content, on behalf of the program that applies it.
package protocol InstancePoll: Sendable {
  /// Asks the instances about content that is about to be stored; returns why it is refused, or `nil` if all of them agree.
  func propose(_ content: [UInt8]) async -> String?
  /// Ends the vote, whether the content was stored or not.
  func end() async
  /// Tells the instances that the old content is stored again; returns why that failed, or `nil`.
  func revert(_ content: [UInt8]) async -> String?
}
