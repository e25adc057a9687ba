/// The members of a JSON object, in order, each key once.
///
/// Keys are the same when their Unicode scalars are.
public struct JSONObject: Sendable {
  /// One member.
  public struct Member: Sendable {
    /// The member's key.
    public var key: String
    /// The member's value.
    public var value: JSONValue

    /// Makes a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The members, in order.
  public private(set) var members: [Member] = []
  /// Where each key's member stands; kept for many members only.
  private var places: [ExactText: Int] = [:]

  /// With more members than this, looking through all of them costs more than hashing a key.
  private static let fewMembers = 16

  /// Makes an object without members.
  public init() {}

  /// Makes an object of members whose keys are known to differ.
  package init(distinct members: [Member]) {
    self.members = members
    index()
  }

  /// The value of a key; setting `nil` removes the member, setting a new key appends one.
  ///
  /// Cost: constant; a removal is linear.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
        index()
      case (nil, let value?):
        members.append(Member(key: key, value: value))
        if places.isEmpty { index() } else { places[ExactText(key)] = members.count - 1 }
      case (nil, nil): break
      }
    }
  }

  private func place(of key: String) -> Int? {
    places.isEmpty
      ? members.firstIndex { $0.key.hasSameScalars(as: key) }
      : places[ExactText(key)]
  }

  private mutating func index() {
    places.removeAll(keepingCapacity: members.count > Self.fewMembers)
    guard members.count > Self.fewMembers else { return }
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
  }
}
