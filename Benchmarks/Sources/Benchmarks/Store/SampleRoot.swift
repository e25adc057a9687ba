import Settings
import Synchronization

// The code that the generator would emit for the sample settings.

/// The form and its outline as text.
private struct FormText {
  var source = ""
  var outline = ""

  init(_ form: FormSchema?) {
    guard let form else { return }
    source = String(decoding: form.bytes, as: UTF8.self)
    outline = FormOutline.json(of: form)?.text(.pretty()) ?? ""
  }
}

/// The text of each form, by the number of settings, created once.
private let formTexts = Mutex<[Int: FormText]>([:])

extension SampleSettings {
  private static var formText: FormText {
    formTexts.withLock { texts in
      if let text = texts[count] { return text }
      let text = FormText(try? form)
      texts[count] = text
      return text
    }
  }

  static var formSource: String { formText.source }

  static var formOutline: String { formText.outline }

  static func addKeyPaths(to table: inout KeyPathTable<Self>) {
    addKeyPaths(to: &table, at: \.self, .root)
  }
}

extension TenSettings {
  static func addKeyPaths<Root>(
    to table: inout KeyPathTable<Root>, at outer: WritableKeyPath<Root, Self>, _ path: SettingPath
  ) {
    table.add(outer.appending(path: \.isEnabled), path.appending("isEnabled"))
    table.add(outer.appending(path: \.timePeriod), path.appending("timePeriod"))
    table.add(outer.appending(path: \.threshold), path.appending("threshold"))
    table.add(outer.appending(path: \.mode), path.appending("mode"))
    table.add(outer.appending(path: \.maximumSize), path.appending("maximumSize"))
    table.add(outer.appending(path: \.server), path.appending("server"))
    table.add(outer.appending(path: \.retryCount), path.appending("retryCount"))
    table.add(outer.appending(path: \.isVerbose), path.appending("isVerbose"))
    table.add(outer.appending(path: \.logFile), path.appending("logFile"))
    table.add(outer.appending(path: \.ratio), path.appending("ratio"))
  }
}

extension Group {
  static func addKeyPaths<Root>(
    to table: inout KeyPathTable<Root>, at outer: WritableKeyPath<Root, Self>, _ path: SettingPath
  ) {
    let parts: [(WritableKeyPath<Self, Part>, String)] = [
      (\.calculation, "calculation"), (\.display, "display"), (\.network, "network"), (\.storage, "storage"),
      (\.editor, "editor"), (\.export, "export"), (\.history, "history"), (\.update, "update"),
      (\.security, "security"), (\.plugin, "plugin"),
    ]
    for (part, key) in parts {
      table.add(outer.appending(path: part), path.appending(key))
      Part.addKeyPaths(to: &table, at: outer.appending(path: part), path.appending(key))
    }
  }
}
