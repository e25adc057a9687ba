import SettingsForm
import SettingsJSON

/// A struct that is one setting, with a default of the app: `var build: Options? = Options()`.
///
/// The app takes each member that the file lacks from that default. So a file has only the members that somebody has set, and whoever shows
/// the value completes it first.
///
///     default     {"jobs": 4, "target": null}
///     stored      {"jobs": 2}
///     completed   {"jobs": 2, "target": null}
extension FormSetting {
  /// The struct and its default; `nil` for any other kind, and in a form of another author, whose program may do otherwise.
  private var structDefault: (section: FormSection, members: JSONObject)? {
    guard case .object(let members)? = defaultValue, !traits.contains(.withoutApp),
      case .object(let section) = kind
    else { return nil }
    return (section, members)
  }

  /// Returns a value with the members that the app takes from the default.
  package func completed(_ value: JSONValue) -> JSONValue {
    guard case .object(let object) = value, let (section, members) = structDefault else { return value }
    return .object(section.completed(object, from: members))
  }

  /// Returns a completed value without the members that the app adds to it.
  ///
  /// - Parameters:
  ///   - stored: The value so far, whose members stay.
  ///   - set: The paths of the parts that somebody has set, which stay even if they equal the default.
  package func uncompleted(
    _ value: JSONValue, over stored: JSONValue?, set: [ArraySlice<String>]
  ) -> JSONValue {
    guard case .object(let object) = value, let (section, members) = structDefault else { return value }
    let required = otherKeywords.required ?? []
    return .object(
      section.uncompleted(object, from: members, over: stored?.object, set: set, required: required))
  }
}

extension FormSection {
  fileprivate func completed(_ object: JSONObject, from defaults: JSONObject) -> JSONObject {
    var completed = JSONObject()
    // In the order of the form, which the file keeps, too.
    for item in items {
      switch (object[item.key], defaults[item.key], item.members) {
      case (.object(let inner)?, .object(let defaults)?, let section?):
        completed[item.key] = .object(section.completed(inner, from: defaults))
      case (let value, let standard, _): completed[item.key] = value ?? standard
      }
    }
    for member in object.members where completed[member.key] == nil { completed[member.key] = member.value }
    return completed
  }

  fileprivate func uncompleted(
    _ object: JSONObject, from defaults: JSONObject, over stored: JSONObject?, set: [ArraySlice<String>],
    required: [String]
  ) -> JSONObject {
    var object = object
    for item in items {
      guard let value = object[item.key], let standard = defaults[item.key] else { continue }
      let set = set.filter { $0.first == item.key }.map { $0.dropFirst() }
      let isKept = stored?[item.key] != nil || !set.isEmpty || required.contains(item.key)
      if !isKept, value == standard {
        object[item.key] = nil
      } else if case (.object(let inner), .object(let defaults), let section?) = (
        value, standard, item.members
      ),
        !set.contains([])
      {
        object[item.key] = .object(
          section.uncompleted(
            inner, from: defaults, over: stored?[item.key]?.object, set: set, required: section.requiredKeys))
      }
    }
    return object
  }
}

extension FormItem {
  /// The struct that the item is; `nil` for another kind.
  fileprivate var members: FormSection? {
    switch self {
    case .section(let section): section
    case .setting(let setting): if case .object(let section) = setting.kind { section } else { nil }
    }
  }
}
