import Settings

/// The settings of a store with their values, as a table and as JSON.
///
/// ```swift
/// print(SettingsListing(store.untyped).table(width: 80))
/// ```
public struct SettingsListing: Sendable {
  /// Which settings are listed.
  package enum Scope: Hashable, Sendable {
    /// Every setting of the form.
    case all
    /// Settings with their own value, stored or staged.
    case changed
  }

  /// The settings, in form order.
  package let settings: [ListedSetting]
  /// The number of settings that aren't listed, because only those with their own value are.
  package let unsetCount: Int
  private let hasOrigins: Bool

  /// Lists the stored settings in form order.
  ///
  /// - Parameter section: The path of the section whose settings are listed; the root by default.
  public init(_ store: UntypedStore, in section: SettingPath = []) {
    self.init(store.draft(), in: section, newSettings: store.newSettings())
  }

  /// Lists the settings of a draft in form order.
  ///
  /// - Parameters:
  ///   - section: The path of the section whose settings are listed; the root by default.
  ///   - file: The name of the settings file, to list where each value comes from; `nil` to leave that out.
  ///   - newSettings: The settings that are marked as new: `UntypedStore.newSettings()`.
  package init(
    _ draft: Draft, _ scope: Scope = .all, in section: SettingPath = .root,
    newSettings: Set<SettingPath> = [], originsIn file: String? = nil
  ) {
    hasOrigins = file != nil
    var unsetCount = 0
    var settings: [ListedSetting] = []
    var emptySections = Set(draft.emptySections)
    for entry in draft.index.settings
    where !entry.setting.traits.contains(.skipped) && section.contains(entry.path) {
      if let empty = emptySections.isEmpty ? nil : emptySections.first(around: entry.path),
        let row = ListedSetting(emptySection: empty, in: draft)
      {
        emptySections.remove(empty)
        settings.append(row)
      }
      var setting = ListedSetting(entry, in: draft, isNew: newSettings.contains(entry.path))
      setting.origin = file.flatMap { draft.origin(of: entry.path, file: $0) }
      if scope == .all || setting.isSet {
        settings += setting.parts(of: entry, in: draft)
      } else {
        unsetCount += 1
      }
    }
    self.settings = settings
    self.unsetCount = unsetCount
  }

  /// Returns the listing as a table: path, value and notes. Secrets are masked.
  ///
  /// - Parameter width: The number of columns; notes first and then values are cut to fit. `nil` for as many columns as the
  ///   table needs.
  public func table(width: Int? = nil) -> String {
    table.text(width: width).joined(separator: "\n")
  }

  /// The listing as rows and columns.
  package var table: TextTable {
    guard hasOrigins else {
      return TextTable(
        [.init("SETTING"), .init("VALUE", minimum: 8), .init("NOTES", minimum: 0)],
        rows: settings.map(\.cells))
    }
    return TextTable(
      [
        .init("SETTING"), .init("VALUE", minimum: 8), .init("ORIGIN", minimum: 8), .init("NOTES", minimum: 0),
      ],
      rows: settings.map { setting in
        var cells = setting.cells
        cells.insert(setting.origin?.description ?? "", at: 2)
        return cells
      })
  }

  /// The listing as JSON: an array of objects that describe each setting as the form does (`path`, `pointer`, `title`, `help`,
  /// `type`, `summary`, `limits`, `choices`, `default`, `unit`, `requiresRestart`, `isSecret`, `isAdvanced`, `isDeprecated`,
  /// `sideEffects` and others), with its `value`, `isSet`, `isDerived`, `isHidden`, `isEnabled`, `isReadOnly`, `isNew`, `isInForm` and `lockedBy`,
  /// and with its `origin` if origins are listed. Secrets are masked.
  package var json: JSONValue {
    .array(settings.map(\.json))
  }
}

extension Set<SettingPath> {
  /// The outermost path of the set that contains another one.
  fileprivate func first(around path: SettingPath) -> SettingPath? {
    path.keys.indices.lazy.map { SettingPath(Array(path.keys[..<$0])) }.first(where: contains)
  }
}
