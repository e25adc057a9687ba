import Dispatch
import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Calls of the app for its rows")
struct AppRowTaskTests {
  private let events: AsyncStream<AppRowEvent>
  private let report: @Sendable (AppRowEvent) -> Void

  init() {
    let (events, continuation) = AsyncStream.makeStream(of: AppRowEvent.self)
    self.events = events
    report = { continuation.yield($0) }
  }

  private func next(_ count: Int) async -> [AppRowEvent] {
    var found: [AppRowEvent] = []
    for await event in events {
      found.append(event)
      if found.count == count { break }
    }
    return found
  }

  @Test("Text and progress are reported in order")
  func order() async {
    let hooks = AppForm.Hooks(action: { name, progress in
      progress("one of \(name)")
      progress("two")
    })
    let tasks = AppRowTasks(hooks, report: report)
    tasks.run("export")
    let expected: [AppRowEvent] = [
      .progress("export", text: "one of export"), .progress("export", text: "two"), .ended("export", .done),
    ]
    #expect(await next(3) == expected)
    tasks.load(.detail("fileSize"))
    #expect(await next(1) == [.detail("fileSize", text: "Detail of fileSize")])
  }

  @Test("An action that throws fails with its error in words")
  func failure() async {
    struct DiskFull: Error, CustomStringConvertible { let description = "The disk is full." }
    let tasks = AppRowTasks(AppForm.Hooks(action: { _, _ in throw DiskFull() }), report: report)
    tasks.run("export")
    #expect(await next(1) == [.ended("export", .failed, error: "The disk is full.")])
  }

  @Test("Choices are reported, or the reason why they are missing")
  func choices() async {
    struct Offline: Error, CustomStringConvertible { let description = "There is no network." }
    let hooks = AppForm.Hooks(choices: { name in
      if name == "ports" { throw Offline() }
      return [SettingsChoice(name, title: "One"), SettingsChoice(7), SettingsChoice("x")]
    })
    let tasks = AppRowTasks(hooks, report: report)
    tasks.load(.choices("columns"))
    let offered = [
      FormChoice(value: .string("columns"), title: "One"),
      FormChoice(value: .number(JSONNumber(7)), title: "7"),
      FormChoice(value: .string("x"), title: "x"),
    ]
    #expect(await next(1) == [.choices("columns", .success(offered))])
    tasks.load(.choices("ports"))
    #expect(await next(1) == [.choices("ports", .failure(.init(reason: "There is no network.")))])
  }

  @Test("An action that is canceled ends as canceled, and one that ends all the same is done")
  func cancellation() async {
    let hooks = AppForm.Hooks(action: { name, progress in
      progress("started")
      if name == "export" { try await Task.sleep(for: .seconds(600)) }
      while !Task.isCancelled { await Task.yield() }
    })
    let tasks = AppRowTasks(hooks, report: report)
    for (name, ending) in [("export", AppRowStates.Action.State.canceled), ("forgetCache", .done)] {
      tasks.run(name)
      #expect(await next(1) == [.progress(name, text: "started")])
      tasks.cancel(name)
      #expect(await next(1) == [.ended(name, ending)])
    }
  }

  @Test("The app is never called on the main actor, so that it can't block the screen")
  func isolation() async {
    let hooks = AppForm.Hooks(detail: { _ in
      // Fails the test's process if it is on the main thread of the main actor.
      dispatchPrecondition(condition: .notOnQueue(.main))
      return "fine"
    })
    let tasks = AppRowTasks(hooks, report: report)
    tasks.load(.detail("fileSize"))
    #expect(await next(1) == [.detail("fileSize", text: "fine")])
  }
}
