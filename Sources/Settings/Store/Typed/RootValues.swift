/// The values of an app's root. It is a class, because a root with many settings takes more than a megabyte, and each copy on the
/// way to the app would need room on the stack.
final class RootValues<Root: SettingsRoot>: Sendable {
  let root: Root

  init(_ root: Root) {
    self.root = root
  }
}
