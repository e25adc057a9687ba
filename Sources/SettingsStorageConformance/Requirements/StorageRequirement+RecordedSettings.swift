import Settings

extension StorageRequirement {
  /// Requirements of the recorded settings of the last form.
  static let recordedSettings: [StorageRequirement] = [
    StorageRequirement("has no recorded settings at first") { place in
      let storage = try place.connect()
      let none = Revision(of: [])
      try require("The settings of an empty storage", returns: nil, storage.recordedSettings(otherThan: none))
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      try require("The settings after a commit", returns: nil, storage.recordedSettings(otherThan: none))
    },
    StorageRequirement("returns the settings that were recorded last, unless they are known") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      let (old, new) = (KnownSettings(Array("/a\n".utf8)), KnownSettings(Array("/a\n/b\n".utf8)))
      for settings in [old, new, new] {
        storage.recordSettings(settings)
        let other = try place.connect()
        try require("The known settings", returns: nil, other.recordedSettings(otherThan: settings.revision))
        try require(
          "The settings for another form", returns: settings,
          other.recordedSettings(otherThan: Revision(of: [])))
      }
      try require("The old form's settings", returns: new, storage.recordedSettings(otherThan: old.revision))
      try require("A read", returns: StoredContent([1]), try storage.read())
      try require("The log", returns: [1], try storage.logNumbers())
    },
  ]
}
