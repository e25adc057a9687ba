extension JSONObject {
  /// Takes members whose keys are known to differ, in order.
  init(uniqueMembers members: [Member]) {
    self.init()
    for member in members { self[member.key] = member.value }
  }
}
