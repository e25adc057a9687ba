/// The number and the meaning of operands as a type, so that comparing two with three doesn't compile.
@_documentation(visibility: internal)
public enum RuleArity {
  /// Two operands that are opposite sides.
  public enum Sides {}
  /// The four edges of a rectangle.
  public enum Edges {}
  /// Two operands.
  public enum Two: RepeatedArity {}
  /// Three operands.
  public enum Three: RepeatedArity {}
  /// Four operands.
  public enum Four: RepeatedArity {}
  /// Five operands.
  public enum Five: RepeatedArity {}
  /// Six operands.
  public enum Six: RepeatedArity {}
  /// Seven operands.
  public enum Seven: RepeatedArity {}
  /// Eight operands.
  public enum Eight: RepeatedArity {}
}

/// Operands of the same meaning, so that all of them can be compared with one number. Opposite sides can't.
@_documentation(visibility: internal)
public protocol RepeatedArity {}
