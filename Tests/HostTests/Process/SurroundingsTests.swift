import Foundation
import HostSystem
import TestSupport
import Testing

/// A host where something is missing that programs like to rely on.
@Suite(.timeLimit(.minutes(2)))
struct SurroundingsTests {
    /// Starts a host, switches a feature off, and ends it.
    private func expectWorking(_ command: HostCommand, in folder: TestFolder) async throws {
        try await HostProcess.run(command) { host in
            try await host.expectReady("ble active, track active")
            try folder.write("plugins.yaml", TestFolder.document(ble: false))
            try await host.expectState("off", of: "ble")
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            #expect(host.complaints == [])
        }
    }

    @Test func `without any environment, not even a home`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.environment = [:]
        try await expectWorking(command, in: folder)
    }

    @Test func `without standard input and output`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.input = .closed
        command.wrapper = ["sh", "-c", #"exec "$@" >&-"#, "sh"]
        try await expectWorking(command, in: folder)
    }

    /// A host that nobody hears: what it does shows in what it tells its service manager.
    private func expectWorkingUnheard(
        _ command: HostCommand, in folder: TestFolder, whenReady look: (HostProcess) throws -> Void = { _ in }
    ) async throws {
        try await ServiceManagerSocket.listen(at: folder["notify"]) { manager in
            var command = command
            command.environment["NOTIFY_SOCKET"] = folder["notify"]
            try await HostProcess.run(command) { host in
                try await manager.expect("READY=1")
                try look(host)
                try folder.write("plugins.yaml", TestFolder.document(ble: false))
                try await manager.expect("STATUS=track active")
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
            }
        }
    }

    /// Otherwise the host's own files would get these numbers, and the log would be written into one of them.
    @Test func `with every standard stream closed they lead nowhere`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.input = .closed
        command.wrapper = ["sh", "-c", #"exec "$@" >&- 2>&-"#, "sh"]
        try await expectWorkingUnheard(command, in: folder) { host in
            for number in 0...2 {
                let aim = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(host.id)/fd/\(number)")
                #expect(aim == "/dev/null")
            }
        }
    }

    @Test func `with a log on a full disk`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.errors = try Descriptor { unsafe open("/dev/full", O_WRONLY | O_CLOEXEC) }
        try await expectWorkingUnheard(command, in: folder)
    }

    @Test func `with a log whose reader is gone`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.wrapper = ["sh", "-c", #"mkfifo pipe; exec 3<>pipe 2>pipe 3>&-; exec "$@""#, "sh"]
        try await expectWorkingUnheard(command, in: folder)
    }

    @Test func `with a log whose reader has stalled`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        // A pipe that is full from the beginning, kept open by one that never reads.
        let fill = "dd if=/dev/zero of=pipe bs=4096 oflag=nonblock 2> /dev/null"
        command.wrapper = ["sh", "-c", "mkfifo pipe; exec 3<>pipe; \(fill); exec \"$@\" 2> pipe", "sh"]
        try await expectWorkingUnheard(command, in: folder)
    }

    // MARK: - What only root can arrange

    private static let isRoot = geteuid() == 0
    private static let rootOnly: Comment = "only root can mount a file system or make a pid namespace"

    /// Starts a host whose state lies on a tiny disk of its own.
    private func onDisk(_ options: String, filledBy fill: String, in folder: TestFolder) throws -> HostCommand {
        try folder.makeFolder("disk")
        var command = folder.run()
        command.arguments = ["run", "--state", "disk/state"]
        command.wrapper = [
            "unshare", "--mount", "sh", "-c", "mount -t tmpfs -o \(options) none disk && \(fill); exec \"$@\"", "sh",
        ]
        return command
    }

    @Test(.enabled(if: isRoot, rootOnly))
    func `with a state folder on a full disk it runs from memory`() async throws {
        let folder = try TestFolder.withDocument()
        let command = try onDisk("size=16k", filledBy: "cat /dev/zero > disk/fill 2> /dev/null", in: folder)
        try await HostProcess.run(command) { host in
            try await host.expectReady("ble active, track active")
            // The system hands it out page by page, and leaves lines out when a thread starts in between.
            let maps = try (0..<5).map { _ in try String(contentsOfFile: "/proc/\(host.id)/maps", encoding: .utf8) }
            #expect(maps.contains { $0.contains("/memfd:flagstand-") })
            #expect(!maps.contains { $0.contains("disk/state") })
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    @Test(.enabled(if: isRoot, rootOnly))
    func `with a disk that has no room for a folder it says that nothing is kept`() async throws {
        let folder = try TestFolder.withDocument()
        // The one file that the disk may have is its root.
        let command = try onDisk("nr_inodes=1", filledBy: "true", in: folder)
        try await HostProcess.run(command) { host in
            try await host.expectReady("ble active, track active")
            let without = "feature runs without its store, which can't be opened; it is tried again"
            #expect(host.complaints.filter { $0 == without }.count == 2)
            #expect(
                host.complaints.filter { $0 != without } == [
                    "\(folder["disk/state"]): warning: the disk is full; nothing is kept until there is room",
                    "what counts can't be kept; a restart may go back to what counted before",
                ])
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    @Test(.enabled(if: isRoot, rootOnly))
    func `as the first process it lets go of those that lost their parent`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        // Leaves a process behind that ends once somebody writes into the pipe.
        let leaveOrphan = #"mkfifo pipe; sh -c 'head -n 1 pipe > heard &'; exec "$@""#
        command.wrapper = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", leaveOrphan, "sh"]
        try await HostProcess.run(command) { wrapper in
            try await wrapper.expectReady("ble active, track active")
            let host = try #require(ProcessTable.children(of: wrapper.id).first)
            let orphan = try #require(ProcessTable.children(of: host).first)

            try FileHandle(forWritingTo: URL(filePath: folder["pipe"])).write(contentsOf: Data("go\n".utf8))
            // The thread that lets go is the one that answers; each question gives the orphan time to end.
            let clock = ContinuousClock()
            let end = clock.now + HostProcess.limit
            while ProcessTable.holds(orphan), clock.now < end {
                let seen = wrapper.errors.lines.count
                kill(host, SIGHUP)
                try await wrapper.expectRecord("reloaded", after: seen)
            }
            #expect(!ProcessTable.holds(orphan))

            kill(host, SIGTERM)
            try await wrapper.expectExit(.code(0))
        }
    }
}
