/// A condition under which a schema describes a member of an object.
package enum MemberCondition: Hashable, Sendable {
  /// The object meets a schema: `if` and `then`.
  case meets(JSONSchema)
  /// The object violates a schema: `if` and `else`.
  case violates(JSONSchema)
  /// The object has a key: `dependentSchemas`.
  case hasKey(String)
}

/// A member that a schema describes only under conditions. Any of them suffices.
package struct ConditionalMember: Hashable, Sendable {
  package let key: String
  package let conditions: [MemberCondition]

  package init(key: String, conditions: [MemberCondition]) {
    self.key = key
    self.conditions = conditions
  }
}
