/// The number and the meaning of operands as a type, so that comparing two with three doesn't compile.
@_documentation(visibility: internal)
public enum RuleArity {
  /// Two operands that are opposite sides.
  public enum Sides {}
  /// Two operands.
  public enum Two {}
  /// Three operands.
  public enum Three {}
  /// Four operands.
  public enum Four {}
}
