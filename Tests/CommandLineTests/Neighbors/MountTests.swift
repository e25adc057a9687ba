import Foundation
import TestSupport
import Testing

/// Whether these tests can mount.
private let canMount: Bool = {
  guard OtherUser.isRoot, let unshare = BuiltPrograms.tool("unshare") else { return false }
  let run = try? Run(unshare, ["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
  return run?.status == 0
}()

/// Mount points and full disks, in a separate mount namespace.
@Suite(.enabled(if: canMount, "only root can mount, with unshare"))
struct MountTests {
  /// Runs a script in the workspace's folder, in a separate mount namespace that ends with it.
  private func mounted(_ script: String, in workspace: Workspace) throws -> Run {
    try Run(
      try #require(BuiltPrograms.tool("unshare")),
      ["-m", "/bin/sh", "-c", script, BuiltPrograms.settingsTUI], in: workspace.folder)
  }

  // MARK: - Mount points

  @Test("A file that is a mount point is written in place, unless that is refused")
  func mountedFile() throws {
    let workspace = try Workspace()
    try Workspace.content.write(toFile: workspace.folder + "/real.json", atomically: false, encoding: .utf8)
    let run = try mounted(
      """
      mount --bind real.json settings.json || exit 99
      stat -c %i real.json >before
      "$0" set settings.json verbose=true --yes >/dev/null || exit 98
      "$0" set settings.json level=debug --yes >/dev/null && "$0" rollback settings.json --yes >/dev/null || exit 97
      stat -c %i real.json | cmp before || exit 96
      ls -A .settings.json.history >left
      "$0" set settings.json level=debug --yes --no-in-place
      """, in: workspace)
    expectRefusal(run, 73, "settings.json is a mount point", "Mount its folder instead")
    #expect(workspace.content == Workspace.content)
    #expect(workspace.text(of: "real.json") == Workspace.content.replacing("false", with: "true"))
    #expect(
      workspace.text(of: "left") == ".gitignore\n00000001\n00000002\n00000003\n00000004\nlock\nsettings\n")
  }

  @Test("Files in a folder that is a mount point can be changed")
  func mountedFolder() throws {
    let workspace = try Workspace()
    let run = try mounted(
      """
      mkdir inside && mount --bind . inside && cd inside || exit 99
      "$0" set settings.json verbose=true --yes && "$0" set settings.json level=debug --yes \
        && "$0" rollback settings.json --yes
      """, in: workspace)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.content == Workspace.content.replacing("false", with: "true"))
  }

  @Test("A file of a container's image, which the first change copies, can be changed")
  func overlay() throws {
    let workspace = try Workspace()
    let run = try mounted(
      """
      mount -t tmpfs none /mnt && mkdir /mnt/lower /mnt/upper /mnt/work /mnt/merged || exit 99
      cp settings.json server.form.json /mnt/lower
      mount -t overlay -o lowerdir=/mnt/lower,upperdir=/mnt/upper,workdir=/mnt/work none /mnt/merged || exit 77
      cd /mnt/merged
      "$0" set settings.json verbose=true --yes >/dev/null && "$0" set settings.json level=debug --yes >/dev/null \
        && "$0" rollback settings.json --yes >/dev/null && cat settings.json
      """, in: workspace)
    guard run.status != 77 else {
      try Test.cancel("There is no overlay file system here.")
    }
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == Workspace.content.replacing("false", with: "true"))
  }

  @Test("In a folder that ignores case, two spellings of a name are one file with one history")
  func ignoredCase() throws {
    let workspace = try Workspace()
    let run = try mounted(
      """
      mount -t tmpfs -o casefold none /mnt 2>/dev/null && mkdir /mnt/f && chattr +F /mnt/f || exit 77
      cp settings.json server.form.json /mnt/f; cd /mnt/f
      "$0" set settings.json verbose=true --yes --schema server.form.json >/dev/null \
        && "$0" set Settings.JSON level=debug --yes --schema server.form.json >/dev/null \
        && "$0" rollback settings.json --yes >/dev/null && cat SETTINGS.json && ls -A | wc -l
      """, in: workspace)
    guard run.status != 77 else {
      try Test.cancel("There is no file system here that ignores case.")
    }
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == Workspace.content.replacing("false", with: "true") + "3\n")
  }

  // MARK: - Full disks

  /// Fills a disk to its last block.
  private static let fill = """
    fill() {
      dd if=/dev/zero of=fill bs=64k >/dev/null 2>&1; dd if=/dev/zero of=fill2 bs=512 >/dev/null 2>&1
      (echo x >fill3) 2>/dev/null && test -s fill3 && exit 97
    }
    """

  private func onDisk(_ size: String, _ script: String, in workspace: Workspace) throws -> Run {
    try mounted(
      """
      \(Self.fill)
      mkdir disk && mount -t tmpfs -o size=\(size) none disk && cp settings.json server.form.json disk && cd disk || exit 99
      \(script)
      """, in: workspace)
  }

  @Test("On a full disk a change is refused and the old content is kept")
  func fullDisk() throws {
    let workspace = try Workspace()
    let run = try onDisk(
      "1m",
      """
      "$0" set settings.json verbose=true --yes >/dev/null || exit 98
      cp settings.json before
      fill
      "$0" set settings.json level=debug --yes; status=$?
      cmp before settings.json || exit 96
      ls .settings.json.history/*.prepared .settings.json.history/*.tmp 2>/dev/null | wc -l >../left
      rm fill*
      "$0" set settings.json level=debug --yes >/dev/null || exit 95
      exit $status
      """, in: workspace)
    #expect([73, 74].contains(run.status), "\(run.status) \(run.errors)")
    #expect(run.errors.contains("No space left on device"), "\(run.errors)")
    // The temporary file of the previous change.
    #expect(workspace.text(of: "left").map { ["0\n", "1\n"].contains($0) } == true)
  }

  @Test(
    "On a full disk, canceling or not confirming an apply restores the old content",
    arguments: ["cancel", "expire"])
  func fullDiskRollback(end: String) throws {
    let workspace = try Workspace()
    let wait =
      end == "cancel"
      ? #""$0" cancel settings.json >/dev/null || exit 94"#
      : "i=0; while ! cmp -s before settings.json && [ $i -lt 200 ]; do sleep 0.1; i=$((i + 1)); done"
    let run = try onDisk(
      "1m",
      """
      cp settings.json before
      "$0" set settings.json network.port=9001 --yes --confirm-within \(end == "cancel" ? 3600 : 2) >/dev/null || exit 98
      fill
      grep -q 9001 settings.json || exit 97
      \(wait)
      cmp before settings.json || exit 96
      "$0" cancel settings.json; test $? = 1 || exit 95
      """, in: workspace)
    #expect(run.status == 0, "\(run.status) \(run.errors)")
  }

  @Test("On a full disk an apply can be confirmed")
  func fullDiskConfirm() throws {
    let workspace = try Workspace()
    let run = try onDisk(
      "1m",
      """
      "$0" set settings.json network.port=9001 --yes --confirm-within 3600 >/dev/null || exit 98
      fill
      "$0" confirm settings.json || exit 96
      "$0" cancel settings.json; test $? = 1 || exit 95
      grep -q 9001 settings.json || exit 94
      """, in: workspace)
    #expect(run.status == 0, "\(run.status) \(run.errors)")
  }

  @Test("Without space for the rollback, an apply with --confirm-within is refused, and others succeed")
  func smallDisk() throws {
    let workspace = try Workspace()
    let run = try onDisk(
      "96k",
      """
      "$0" set settings.json network.port=9001 --yes --confirm-within 3600; status=$?
      cmp ../settings.json settings.json || exit 96
      "$0" set settings.json verbose=true --yes >/dev/null || exit 95
      exit $status
      """, in: workspace)
    #expect([73, 74].contains(run.status), "\(run.status) \(run.errors)")
    #expect(run.errors.contains("No space left on device"), "\(run.errors)")
  }
}
