import SettingsForm

/// The settings of a form, to be compared with the settings that the form had at the last apply.
///
/// Settings that depend on the document aren't among them: members that no form describes, and the keys that a section's pattern allows.
/// Nor are the settings that only the app's code uses. Otherwise the app and other programs wouldn't record the same settings.
final class FormSettings: Sendable {
  private let form: StoreForm
  private var index: FormIndex { form.index }
  private let lines = Lazy<KnownSettings>()

  init(_ form: StoreForm) {
    self.form = form
  }

  /// Whether the form's settings are its own, rather than the keys of a document. The keys of a file without a form aren't new because of
  /// an update.
  var isRecordable: Bool {
    let form = index.form
    return !form.describesNothing && form.rootSetting == nil
  }

  /// The settings as a storage records them. Cost: linear in the number of settings, the first time.
  var known: KnownSettings {
    lines.value {
      var bytes: [UInt8] = []
      forEachLine { _, line in
        bytes += line
        bytes.append(KnownSettings.lineFeed)
      }
      return KnownSettings(bytes)
    }
  }

  /// Returns the settings that are not among others, not even at a path of an earlier version.
  ///
  /// If the form has none of the others, it isn't a later version of their form, and nothing is new.
  func settings(newSince others: KnownSettings) -> Set<SettingPath> {
    let (old, index) = (others.lines, index)
    var new: Set<SettingPath> = []
    var isLaterVersion = false
    forEachLine { position, line in
      let entry = index.settings[position]
      if old.contains(line[...])
        || entry.formerPaths.contains(where: { old.contains(KnownSettings.line(of: $0)[...]) })
      {
        isLaterVersion = true
      } else {
        new.insert(entry.path)
      }
    }
    return isLaterVersion ? new : []
  }

  /// Calls the body with the position and the line of each setting, in the same order for equal forms. Lines are made from the section's
  /// pointer, which is made once.
  private func forEachLine(_ body: (Int, [UInt8]) -> Void) {
    let index = index
    for node in index.nodes where node.section.entries.isEmpty {
      var section: [UInt8] = []
      for key in node.path.keys { SettingPath.appendPointer(toKey: key, to: &section) }
      node.forEachItem { item in
        guard case .setting(let position) = item else { return }
        let setting = index.settings[position].setting
        guard setting.traits.isDisjoint(with: [.skipped, .undescribed]) else { return }
        var line = section
        SettingPath.appendPointer(toKey: setting.key, to: &line)
        body(position, KnownSettings.escaped(line))
      }
    }
  }
}
