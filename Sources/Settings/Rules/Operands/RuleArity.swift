/// How many operands stand together, as a type: the compiler refuses to compare two with three.
public enum RuleArity {
  /// Two operands.
  public enum Two {}
  /// Three operands.
  public enum Three {}
  /// Four operands.
  public enum Four {}
}
