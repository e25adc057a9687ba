/// The error of a path that doesn't name a setting, or can't be staged.
///
/// Only a `FormViewModel` throws it, because key paths are checked by the compiler. Nothing is staged then.
///
/// ```swift
/// do throws(UnknownSettingError) {
///   try FormViewModel(store.untyped).stage(14, at: ["calculation", "timePriod"])
/// } catch {
///   print(error)  // There is no setting calculation.timePriod; perhaps you mean calculation.timePeriod.
///   if case .notInForm(let nearest?) = error.reason { print("Nearest: \(nearest)") }
/// }
/// ```
///
/// The description is a sentence for people, with the setting that was probably meant.
public struct UnknownSettingError: Error, Hashable, Sendable {
  /// Why a path names no setting. Each case has what a program needs to correct the path.
  ///
  /// The descriptions of the error are:
  ///
  /// - `There is no setting calculation.timePriod; perhaps you mean calculation.timePeriod.`
  /// - `tags.0 is inside the setting tags; stage the whole value of tags.`
  /// - `pool is a section; stage an object, or name one of its settings.`
  public enum Reason: Hashable, Sendable {
    /// The form has no such setting. `nearest` is the path of the setting or section that was probably meant; `nil` if none is similar.
    case notInForm(nearest: SettingPath?)
    /// The path leads into the value of a setting, which can only be staged as a whole: for `tags.0`, it is `tags`.
    case inside(SettingPath)
    /// The path names a section, and the value isn't an object with values of its settings.
    case section
  }

  /// The path that was given.
  public let path: SettingPath
  /// Why it names no setting.
  public let reason: Reason

  init(_ path: SettingPath, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ path: SettingPath, in index: FormIndex) {
    let setting = index.entry(containing: path)?.path
    self.init(path, reason: setting.map(Reason.inside) ?? .notInForm(nearest: index.nearest(to: path)))
  }
}

extension UnknownSettingError: CustomStringConvertible {
  /// A sentence about the path that says what to do, with the setting that was probably meant.
  ///
  /// `There is no setting calculation.timePriod; perhaps you mean calculation.timePeriod.`
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
