import Settings

extension PlainEditor {
  /// Adds an offer to restore a draft; returns `false` if there are no changes to offer.
  func offer(_ leftover: RecoveryFolder.Leftover) -> Bool {
    guard let offer = RecoveryOffer(leftover, core) else { return false }
    offers.append(offer)
    return true
  }

  /// Returns the newest offer. It needs no answer, so that lines from a script keep their meaning.
  func offerLines() -> [String] {
    guard let offer = offers.first else { return [] }
    let others = offers.count - 1
    let more = others == 0 ? [] : ["\(Phrase.count(others, "more draft follows", "more drafts follow"))."]
    return [offer.text] + more + [
      "restore stages \(offer.values.isEmpty ? "what it can" : "them"), discard discards them; "
        + "otherwise they are offered at the next start."
    ]
  }

  /// Stages the changes of the newest offer.
  func restore() -> PlainAnswer {
    guard let offer = offers.first else { return ask([Self.noOffer], listing: false) }
    offers.removeFirst()
    core.perform(.restore(offer.values, leavingOut: offer.leftOut))
    for comment in offer.comments { core.perform(.comment(comment.text, above: comment.path)) }
    var lines = ["Restored; \(changesText)."]
    if offer.edit != nil { lines.append("The text from your editor stays for the screen editor.") }
    var answer = ask(lines + offerLines(), listing: false)
    if offer.edit == nil { answer.effect = .removeRecovery([offer.leftover]) }
    return answer
  }

  /// Discards the newest offer. Its file stays until the next apply.
  func discard() -> PlainAnswer {
    guard let offer = offers.first else { return ask([Self.noOffer], listing: false) }
    offers.removeFirst()
    core.discardedOffers.append(offer)
    return ask(["Discarded; the file is kept until the next apply."] + offerLines(), listing: false)
  }

  private static let noOffer = "There are no changes to restore."
}
