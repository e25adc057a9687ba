import Foundation
import TestSupport

/// A folder that another program changes at random, the file at one path in it above all.
///
/// Names are files, folders and links in turn, also in the middle of the path, as with the configuration folders of containers. After each
/// change, a watch on the path must have signaled if ``content`` is another one.
struct RandomTree {
  let folder: TemporaryFolder
  let path: String
  private var random: SeededRandom
  private var count = 0

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/a/b/f"
    random = SeededRandom(seed: seed)
    makeWhole()
  }

  /// What a reader of the path gets.
  var content: String? { try? String(contentsOfFile: path, encoding: .utf8) }

  /// Lets the path lead to a file with a new content.
  mutating func makeWhole() {
    try? FileManager.default.removeItem(atPath: folder.path + "/a")
    mkdir(folder.path + "/a", 0o700)
    mkdir(folder.path + "/a/b", 0o700)
    write(path, O_TRUNC)
  }

  /// Changes something; does nothing if the change isn't possible.
  mutating func change() {
    let (one, other) = (randomPath(), randomPath())
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: rename(one, other)
    case 2: mkdir(one, 0o700)
    case 3: try? FileManager.default.removeItem(atPath: one)
    case 4: unlink(one)
    case 5: symlink(randomTarget(), one)
    case 6:
      // As tools replace a link: at once.
      symlink(randomTarget(), folder.path + "/new")
      rename(folder.path + "/new", one)
      unlink(folder.path + "/new")
    case 7: link(one, other)
    case 8: write(one, O_TRUNC)
    case 9: write(one, 0)
    case 10:
      write(folder.path + "/new", O_TRUNC)
      rename(folder.path + "/new", one)
      unlink(folder.path + "/new")
    default: if random.once(in: 2) { makeWhole() }
    }
  }

  /// Writes a content that was never there before: in place, or to a new file.
  private mutating func write(_ path: String, _ flags: Int32) {
    let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | flags, 0o600)
    guard file >= 0 else { return }
    count += 1
    _ = Array("\(count + 1_000_000)".utf8).withUnsafeBytes {
      Foundation.write(file, $0.baseAddress, $0.count)
    }
    close(file)
  }

  private mutating func randomPath() -> String {
    // Most of what happens elsewhere changes nothing for the path.
    if !random.once(in: 3) { return folder.path + random.pick(["/a", "/a/b", "/a/b", "/a/b/f", "/a/b/f"]) }
    let depth = Int.random(in: 1...3, using: &random)
    return folder.path + (0..<depth).map { _ in "/" + random.pick(["a", "b", "f"]) }.joined()
  }

  private mutating func randomTarget() -> String {
    random.once(in: 4)
      ? randomPath()
      : random.pick(["a", "b", "f", "../a", "../b", "../f", "b/f", "./b/../b", "../a/b", "../.."])
  }
}
