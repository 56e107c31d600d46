import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.timeLimit(.minutes(1)))
struct StateFolderTests {
    let scratch: TestFolder

    init() throws { scratch = try TestFolder() }

    /// What a refused folder is refused with.
    func refusal(_ path: String) -> String? {
        do throws(StateProblem) {
            _ = try StateFolder(locking: path)
            return nil
        } catch { return error.description }
    }

    func mode(_ path: String) throws -> UInt32 {
        try FileIdentity(of: try Descriptor { unsafe open(path, O_RDONLY | O_CLOEXEC) }).access.mode
    }

    @Test func `which folder it is`() {
        func location(_ option: String?, _ environment: [String: String], _ document: String) -> String {
            StateFolder.location(option: option, environment: environment, document: document)
        }
        #expect(location("here", ["STATE_DIRECTORY": "/var/lib/flagstand"], "/etc/plugins.yaml") == "here")
        #expect(location(nil, ["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"], "/etc/plugins.yaml") == "/var/lib/a")
        #expect(location(nil, ["STATE_DIRECTORY": ""], "/etc/plugins.yaml") == "/etc/.flagstand")
        #expect(location(nil, [:], "/plugins.yaml") == "/.flagstand")
        #expect(location(nil, [:], "plugins.yaml") == "./.flagstand")
    }

    @Test func `a folder is made for its owner alone, with what it lies in`() throws {
        let folder = try StateFolder(locking: scratch["deep/er/state"])
        #expect(folder.warnings == [])
        for name in ["deep", "deep/er", "deep/er/state"] { #expect(try mode(scratch[name]) == 0o700) }
        #expect(try mode(scratch["deep/er/state/lock"]) == 0o600)
    }

    @Test func `another process is refused and told who has it, until it is let go`() async throws {
        let path = scratch["state"]
        var folder: StateFolder? = try StateFolder(locking: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            #expect(throws: StateProblem.inUse(path: path, pid: getppid())) { try StateFolder(locking: path) }
        }
        #expect(folder?.path == path)
        folder = nil
        await #expect(processExitsWith: .success) { [path = path as String] in
            // A process that another test is just starting has the lock, too, until it runs its own program.
            _ = try Descriptor { unsafe open(path, O_RDONLY | O_CLOEXEC) }.waitForLock()
            #expect(throws: Never.self) { try StateFolder(locking: path) }
        }
    }

    @Test func `how a refusal reads`() {
        #expect(StateProblem.inUse(path: "/state", pid: 42).description == "/state: error: in use by pid 42")
    }

    @Test func `a process that was killed leaves nothing behind`() async throws {
        let path = scratch["state"]
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let folder = try StateFolder(locking: path)
            Glibc.raise(SIGKILL)
            withExtendedLifetime(folder) {}
        }
        #expect(throws: Never.self) { try StateFolder(locking: path) }
    }

    @Test func `a lock whose holder cannot be named still holds`() throws {
        // The same process gets the lock on the file again, but not the one on the folder.
        let folder = try StateFolder(locking: scratch["state"])
        #expect(refusal(folder.path) == "\(scratch["state"]): error: in use by another process")
    }

    @Test func `no child process inherits a lock`() throws {
        let folder = try StateFolder(locking: scratch["state"])
        // The shell lists its descriptors; grep finds none that leads into the folder.
        #expect(try Tool.run("sh", "-c", "ls -l /proc/self/fd | grep -q '\(folder.path)'") == 1)
        let open = try Descriptor { unsafe Glibc.open(folder.path, O_RDONLY) }
        #expect(try Tool.run("sh", "-c", "ls -l /proc/self/fd | grep -q '\(folder.path)'") == 0, "it would be found")
        withExtendedLifetime(open) {}
    }

    @Test func `a file is no folder`() throws {
        try Tool.run("touch", scratch["file"])
        #expect(
            refusal(scratch["file"])
                == "\(scratch["file"]): error: is not a folder; name another one with --state DIR")
        #expect(
            refusal(scratch["file/state"])
                == "\(scratch["file/state"]): error: is not a folder; name another one with --state DIR")
    }

    @Test func `a lock that is a link is not followed`() throws {
        try Tool.run("mkdir", scratch["state"])
        try Tool.run("ln", "-s", scratch["victim"], scratch["state/lock"])
        #expect(
            refusal(scratch["state"])
                == "\(scratch["state"]): error: cannot be written: Too many levels of symbolic links; "
                + "name another folder with --state DIR")
        #expect(unsafe access(scratch["victim"], F_OK) == -1)
    }

    @Test func `a folder that others write to is warned about`() throws {
        try Tool.run("mkdir", "-m", "0775", scratch["state"])
        #expect(
            try StateFolder(locking: scratch["state"]).warnings.map(\.description) == [
                "\(scratch["state"]): warning: others can write to it (mode 775); run chmod 700 on it"
            ])
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"), arguments: [(2, "state"), (1, "deep/state")])
    func `on a full disk the folder is locked, or what it would lie in`(inodes: Int, name: String) async throws {
        let disk = try Disk(scratch.path, inodes: inodes)
        let folder = try StateFolder(locking: scratch[name])
        #expect(
            folder.warnings.map(\.description) == [
                "\(scratch[name]): warning: the disk is full; nothing is kept until there is room"
            ])
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            #expect(throws: StateProblem.inUse(path: path, pid: nil)) { try StateFolder(locking: path) }
        }
        withExtendedLifetime((disk, folder)) {}
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"))
    func `a read-only folder says what to do`() throws {
        let disk = try Disk(scratch.path, inodes: 9)
        try Tool.run("mkdir", scratch["state"])
        try disk.makeReadOnly()
        for name in ["state", "other"] {
            #expect(
                refusal(scratch[name])
                    == "\(scratch[name]): error: cannot be written: Read-only file system; "
                    + "name another folder with --state DIR")
        }
    }
}

extension Descriptor {
    /// Waits until nobody has the lock on a folder, and lets it go again.
    fileprivate func waitForLock() -> Bool { flock(number, LOCK_EX) == 0 && flock(number, LOCK_UN) == 0 }
}
