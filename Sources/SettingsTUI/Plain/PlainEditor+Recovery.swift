import Settings

extension PlainEditor {
  /// Keeps in mind what an editor before left behind; `false` if there is nothing to offer.
  func offer(_ leftover: RecoveryFolder.Leftover) -> Bool {
    guard let offer = RecoveryOffer(leftover, context) else { return false }
    offers.append(offer)
    return true
  }

  /// The newest offer; nobody has to answer it, so that what is typed by a script means what it always does.
  func offerLines() -> [String] {
    guard let offer = offers.first else { return [] }
    let others = offers.count - 1
    let more = others == 0 ? "" : " \(others) more such editor\(others == 1 ? " follows" : "s follow")."
    return [
      offer.text + more,
      "restore stages \(offer.values.isEmpty ? "what can be" : "that again"), discard forgets it; "
        + "otherwise it is offered at the next start.",
    ]
  }

  /// Stages what the newest offer has.
  func restore() -> PlainAnswer {
    guard let offer = offers.first else { return ask([Self.noOffer], listing: false) }
    offers.removeFirst()
    form.stage(offer.values.map { ($0.path, $0.value) })
    context.changedAnything()
    var answer = ask(["Restored; \(changesText)."] + offerLines(), listing: false)
    answer.effect = .settle(offer.leftover)
    return answer
  }

  /// Forgets the newest offer.
  func discard() -> PlainAnswer {
    guard let offer = offers.first else { return ask([Self.noOffer], listing: false) }
    offers.removeFirst()
    var answer = ask(["Forgotten."] + offerLines(), listing: false)
    answer.effect = .settle(offer.leftover)
    return answer
  }

  private static let noOffer = "No editor before left changes behind."
}
