/// The error of a path that doesn't name a setting.
public struct UnknownSettingError: Error, Hashable, Sendable {
  /// Why a path names no setting.
  public enum Reason: Hashable, Sendable {
    /// The form has no such setting. `nearest` is the path of the setting or section that was probably meant.
    case notInForm(nearest: SettingPath?)
    /// The path leads into the value of a setting, which can only be staged as a whole.
    case inside(SettingPath)
    /// The path names a section, whose value is an object.
    case section
  }

  /// The path.
  public let path: SettingPath
  /// Why it names no setting.
  public let reason: Reason

  init(_ path: SettingPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ path: SettingPath, in index: FormIndex) {
    let setting = index.entry(containing: path)?.path
    self.init(path, setting.map(Reason.inside) ?? .notInForm(nearest: index.nearest(to: path)))
  }
}

extension UnknownSettingError: CustomStringConvertible {
  /// A sentence about the path.
  public var description: String {
    switch reason {
    case .notInForm(let nearest):
      "There is no setting \(path)\(Phrase.didYouMean(nearest))."
    case .inside(let setting):
      "\(path) is inside the setting \(setting); stage the whole value of \(setting)."
    case .section: "\(path) is a section; stage an object, or name one of its settings."
    }
  }
}
