import Testing

/// Tests that build packages, one after the other, since they share a build folder.
@Suite(.serialized) enum PackageTests {}
