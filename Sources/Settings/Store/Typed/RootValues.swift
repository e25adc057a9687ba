/// The values of an app's root.
///
/// It is a class, because a root with many settings takes more than a megabyte, and each copy of it would need that much of the
/// stack.
final class RootValues<Root: SettingsRoot>: Sendable {
  let root: Root

  init(_ root: Root) {
    self.root = root
  }
}
