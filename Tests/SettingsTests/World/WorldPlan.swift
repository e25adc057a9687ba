import TestSupport

/// What happens in a ``World``, except for the order, which the seed decides while it happens.
///
/// A plan can be made smaller, so a history that shows a fault is told by the few deeds that matter.
struct WorldPlan: Sendable {
  /// What an app does with its settings, one after the other.
  enum Deed: Hashable, Sendable {
    /// Sets a setting to a number that nothing else has, maybe with a time limit in seconds, and with a participant that fails.
    case apply(String, limit: Int?, failing: Failure?)
    /// Confirms or cancels the apply that waits, whoever has made it.
    case confirm, cancel
    /// Goes back to the version before the last one.
    case rollback
    /// Takes over what others have stored.
    case refresh
    /// Ends its store and opens another one, as one command after the other does.
    case reopen
    /// Lets the time pass.
    case wait(seconds: Int)
  }

  /// The step in which one of the two participants fails.
  enum Failure: Hashable, Sendable {
    case preparing(Int)
    case committing(Int)
  }

  /// What happens to a machine before one of its calls, whoever makes that.
  enum Trouble: Hashable, Sendable {
    /// An app is killed.
    case kill(app: Int)
    /// The next call of an app fails.
    case failure(app: Int, code: Int32)
    /// Somebody fills the disk; a moment later it has room again.
    case fullDisk, room
    /// Somebody sets the clock.
    case clock(seconds: Int)
  }

  /// A process, and what it knows of the settings.
  struct App: Hashable, Sendable {
    /// What an app's form says about the settings.
    enum Form: Hashable, Sendable {
      case own
      /// The app is gone, so nothing describes the settings.
      case gone
      /// Another version of the app refuses every version of them.
      case refusing
    }

    var form: Form
    var deeds: [Deed]
  }

  /// A run of the machine. All apps in it start at once.
  struct Epoch: Hashable, Sendable {
    var apps: [App]
    /// How another program saves, one save after the other.
    var saves: [Save]
    var troubles: [Int: Trouble]
    /// The call before which the power is lost; `nil` if the machine stays on.
    var powerLoss: Int?
  }

  /// Where the settings are.
  enum Place: Hashable, Sendable {
    case file
    /// The file system can't exchange two names. Then another program's save can be lost, so there is none.
    case fileWithoutExchange
    case memory
  }

  /// Decides the order, and what a power loss keeps.
  var seed: UInt64
  var place: Place
  var hasContent: Bool
  var epochs: [Epoch]

  /// Makes a plan at random.
  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    self.seed = random.next()
    place = random.pick([.file, .file, .file, .file, .file, .file, .fileWithoutExchange, .memory])
    hasContent = !random.once(in: 8)
    epochs = (0..<random.pick([1, 1, 1, 1, 2])).map { _ in Epoch(using: &random) }
    // By chance, it is seldom that several decide about the same apply.
    if random.once(in: 6) {
      for app in epochs[0].apps.indices { epochs[0].apps[app].deeds[0] = random.pick([.confirm, .cancel]) }
      let apply = App(form: .own, deeds: [.apply("a", limit: 600, failing: nil)])
      epochs.insert(Epoch(apps: [apply], saves: [], troubles: [:], powerLoss: nil), at: 0)
    }
    if place != .file { for number in epochs.indices { epochs[number].saves = [] } }
  }

  /// The plans that lack one thing of this one.
  var smaller: [WorldPlan] {
    var plans: [WorldPlan] = []
    func add(_ change: (inout WorldPlan) -> Void) {
      var plan = self
      change(&plan)
      plans.append(plan)
    }
    for number in epochs.indices {
      if epochs.count > 1 { add { $0.epochs.remove(at: number) } }
      let epoch = epochs[number]
      if epoch.powerLoss != nil { add { $0.epochs[number].powerLoss = nil } }
      for call in epoch.troubles.keys.sorted() { add { $0.epochs[number].troubles[call] = nil } }
      for save in epoch.saves.indices { add { $0.epochs[number].saves.remove(at: save) } }
      for app in epoch.apps.indices {
        if epoch.apps.count > 1 { add { $0.epochs[number].apps.remove(at: app) } }
        for deed in epoch.apps[app].deeds.indices {
          add { $0.epochs[number].apps[app].deeds.remove(at: deed) }
        }
      }
    }
    return plans
  }
}

extension WorldPlan.Epoch {
  init(using random: inout SeededRandom) {
    let deedCount = random.pick([1, 1, 1, 2, 2, 3])
    apps = (0..<random.pick([1, 2, 2, 2, 3])).map { _ in
      let form = random.pick(
        [.own, .own, .own, .own, .own, .own, .gone, .refusing] as [WorldPlan.App.Form])
      return WorldPlan.App(
        form: form, deeds: (0..<deedCount).map { _ in WorldPlan.Deed(using: &random, form) })
    }
    let styles = Save.allCases
    saves = (0..<random.pick([0, 0, 1, 1, 2])).map { _ in random.pick(styles) }
    let length = 90 * apps.count * deedCount
    troubles = [:]
    for _ in 0..<random.pick([0, 0, 0, 1, 2]) {
      let app = Int.random(in: 0..<3, using: &random)
      let call = Int.random(in: 0..<length, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: troubles[call] = .kill(app: app)
      case 2, 3: troubles[call] = .failure(app: app, code: random.pick([5, 28, 13, 4]))
      case 4, 5:
        troubles[call] = .fullDisk
        troubles[call + Int.random(in: 1..<length, using: &random)] = .room
      default: troubles[call] = .clock(seconds: random.pick([-3_600, -60, 60, 3_600]))
      }
    }
    powerLoss = random.once(in: 3) ? Int.random(in: 0..<length, using: &random) : nil
  }
}

extension WorldPlan.Deed {
  init(using random: inout SeededRandom, _ form: WorldPlan.App.Form) {
    // Only an app with the form of the settings changes them. Anybody decides about changes, and goes back.
    if form != .own {
      self = random.pick([
        .confirm, .cancel, .rollback, .reopen, .wait(seconds: 40), .wait(seconds: 700),
      ])
      return
    }
    let setting = random.pick(["a", "c"])
    let failure: WorldPlan.Failure? =
      random.once(in: 6)
      ? random.pick([.preparing(0), .preparing(1), .committing(0), .committing(1)]) : nil
    switch Int.random(in: 0..<18, using: &random) {
    case 0...6: self = .apply(setting, limit: nil, failing: failure)
    case 7...9: self = .apply(setting, limit: random.pick([1, 30, 600]), failing: failure)
    case 10, 11: self = .confirm
    case 12, 13: self = .cancel
    case 14: self = .rollback
    case 15: self = .refresh
    case 16: self = .reopen
    default: self = .wait(seconds: random.pick([1, 40, 700]))
    }
  }
}
