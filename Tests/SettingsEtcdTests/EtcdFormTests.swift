import Foundation
import Settings
import TestSupport
import Testing

@testable import SettingsEtcd

/// The form that is stored beside settings.
@Suite(
  "A stored form", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(2)))
struct EtcdFormTests {
  private let prefix = EtcdCluster.newPrefix()
  private let settings: EtcdStorage
  private let form: EtcdStorage

  init() throws {
    let endpoints = try EtcdCluster.shared.get().endpoints
    settings = try EtcdStorage(endpoints: endpoints, prefix: prefix)
    form = try EtcdStorage(endpoints: endpoints, prefix: prefix + "/schema")
  }

  private static func form(_ port: String, _ others: String = "") -> [UInt8] {
    Array(
      #"{"type": "object", "properties": {"port": {"type": "integer", \#(port)}, "key": {"writeOnly": true, "maxLength": 9}}\#(others)}"#
        .utf8)
  }

  /// Stores content without asking anybody, as `etcdctl put` does.
  private func put(_ content: [UInt8]?, at storage: EtcdStorage) throws {
    guard case .committed = try storage.commit(content, expecting: try storage.read()?.revision) else {
      throw CancellationError()
    }
  }

  private func put(_ settings: String) throws { try put(Array(settings.utf8), at: self.settings) }

  /// Applies content as a program does that has no form of its own; returns the sentence if it is refused.
  private func apply(
    _ content: [UInt8], at storage: EtcdStorage, then participants: [any SettingsParticipant] = []
  ) async throws -> String? {
    let own = EtcdStorage(try EtcdAddress(storage.name))
    let store = try StoreEngine(
      form: FormIndex(FormSchema(describingNothingIn: nil)), layers: SettingsLayers(storage: own),
      participants: [EtcdRollout(own)] + participants)
    do throws(ApplyError) {
      let content = StoredContent(content)
      _ = try await store.apply(
        copying: content, reviewed: store.review(copying: content), options: ApplyOptions())
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func apply(_ text: String) async throws -> String? {
    try await apply(Array(text.utf8), at: settings)
  }

  @Test("is in no range of keys that are read, watched or removed with the settings")
  func keys() {
    let ranges = [
      settings.keys.state, settings.keys.allHeaders, settings.keys.allContents, settings.keys.rollout,
      settings.keys.commits(before: 9),
    ]
    for range in ranges + settings.keys.records(before: 9) {
      let key = form.keys.document
      #expect(!(range.first <= key && key < range.end ?? range.first), "\(range)")
    }
  }

  @Test("refuses settings that don't fit it, whichever form the program has that applies them")
  func settingsMustFit() async throws {
    #expect(try settings.storedForm(.now) == nil)
    #expect(try await apply(#"{"port": 1}"#) == nil)
    let bytes = Self.form(#""minimum": 1024"#)
    try put(bytes, at: form)
    #expect(try settings.storedForm(.now) == bytes)
    #expect(try form.storedForm(.now) == nil)
    // A program reads the form with the document.
    let other = EtcdStorage(try EtcdAddress(settings.name))
    _ = try other.read()
    try put(Self.form(#""maximum": 9"#), at: form)
    #expect(try other.storedForm(.lastRead) == bytes)
    try put(bytes, at: form)
    // An error that was there before doesn't prevent other changes.
    #expect(try await apply(#"{"port": 1, "other": 2}"#) == nil)
    let refusal = try #require(try await apply(#"{"port": 80, "key": "hunter2-s3cret"}"#))
    #expect(refusal.contains("port: Use 1024 or more."), "\(refusal)")
    #expect(!refusal.contains("hunter2"))
    #expect(try await apply(#"{"port": 8080}"#) == nil)
    try put(nil, at: form)
    #expect(try settings.storedForm(.now) == nil)
    #expect(try await apply(#"{"port": 80}"#) == nil)
  }

  @Test("is refused if the stored settings don't fit it, or if it is no form")
  func formMustFit() async throws {
    try put(#"{"port": 80, "key": "hunter2"}"#)
    let refusal = try #require(try await apply(Self.form(#""minimum": 1024"#), at: form))
    #expect(
      refusal.contains("the stored settings don't fit this form: port: Use 1024 or more."))
    let secret = try #require(
      try await apply(Self.form(#""maximum": 99"#, #", "required": ["host"]"#), at: form))
    #expect(secret.contains("host") && !secret.contains("hunter2"), "\(secret)")
    #expect(try form.read() == nil)
    #expect(try await apply(Self.form(#""maximum": 99"#), at: form) == nil)
    #expect(try settings.storedForm(.now) == form.read()?.bytes)
  }

  @Test("shows no value, also if only another form calls it secret, and the root has no path")
  func values() async throws {
    try put(#"{"key": "hunter2-s3cret"}"#)
    let loose = #"{"type": "object", "properties": {"key": {"type": "integer"}}}"#
    let upgrade = try #require(try await apply(Array(loose.utf8), at: form))
    #expect(
      upgrade.contains("key: Use a whole number instead of text.") && !upgrade.contains("hunter2"),
      "\(upgrade)")
    try put("{}")
    try put(Array(loose.utf8), at: form)
    let change = try #require(try await apply(#"{"key": "hunter2-s3cret"}"#))
    #expect(
      change.contains("key: Use a whole number instead of text.") && !change.contains("hunter2"), "\(change)")
    let missing = try #require(
      try await apply(Array(#"{"type": "object", "required": ["host"]}"#.utf8), at: form))
    #expect(missing.contains("don't fit this form: Add the key"), "\(missing)")
    try put(nil, at: settings)
    #expect(try await apply(Array("[1, 2]".utf8), at: form) != nil)
  }

  @Test("can leave a value to a migration that only the app can run")
  func migration() async throws {
    try put(#"{"limit": "ten"}"#)
    func upgrade(_ migrations: String) -> [UInt8] {
      Array(
        #"{"x-form": 1, "type": "object", "title": "x", "properties": {"limit": {"type": "integer", "title": "l", "default": 1}}\#(migrations)}"#
          .utf8)
    }
    #expect(try await apply(upgrade(""), at: form) != nil)
    #expect(
      try await apply(upgrade(#", "x-migrations": [{"read": ["limit"], "write": ["limit"]}]"#), at: form)
        == nil)
  }

  @Test("prevents no rollback of a change that isn't confirmed")
  func reversion() async throws {
    try put(#"{"port": 80}"#)
    let own = EtcdStorage(try EtcdAddress(settings.name))
    let store = try StoreEngine(
      form: FormIndex(FormSchema(describingNothingIn: nil)), layers: SettingsLayers(storage: own),
      participants: [EtcdRollout(own)])
    let content = StoredContent(Array(#"{"port": 8080}"#.utf8))
    var options = ApplyOptions()
    options.confirmWithin = .seconds(60)
    let outcome = try await store.apply(
      copying: content, reviewed: store.review(copying: content), options: options)
    try put(Self.form(#""minimum": 1024"#), at: form)
    let rollback = try await store.cancel(try #require(outcome.confirmation).id)
    #expect(rollback.failures.isEmpty)
    #expect(try settings.read()?.bytes == Array(#"{"port": 80}"#.utf8))
  }

  @Test("can't be replaced while settings are stored that it allows")
  func race() async throws {
    try put(#"{"port": 8080}"#)
    try put(Self.form(#""minimum": 1"#), at: form)
    // Between the comparison and the commit, another process stores a form that fits the old settings only.
    let upgrade = StepParticipant(
      "upgrade",
      prepare: {
        let refusal = try await apply(Self.form(#""minimum": 1024"#), at: form)
        #expect(refusal == nil)
      })
    let refusal = try #require(
      try await apply(Array(#"{"port": 80}"#.utf8), at: settings, then: [upgrade]))
    #expect(refusal.contains("port: Use 1024 or more."), "\(refusal)")
    #expect(try settings.read()?.bytes == Array(#"{"port": 8080}"#.utf8))
  }

  @Test("that can't be read prevents changes until it is corrected")
  func unreadable() async throws {
    try put(Array("{".utf8), at: form)
    let refusal = try #require(try await apply(#"{"port": 80}"#))
    #expect(refusal.contains("the form at \(prefix)/schema/document can't be read"), "\(refusal)")
    try put(Self.form(#""maximum": 99"#), at: form)
    #expect(try await apply(#"{"port": 80}"#) == nil)
  }
}
