extension Review {
  /// A change that an apply can leave out.
  public enum Item: Hashable, Sendable {
    /// The change of a setting.
    case setting(SettingPath)
    /// The change of a part of a setting's value; see ``SettingChange/parts``.
    case part(PartChange.ID)

    /// The path of the setting or of the part.
    package var path: SettingPath {
      switch self {
      case .setting(let path): path
      case .part(let part): part.path
      }
    }
  }
}
