import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

/// Programs that this process starts.
@Suite(.timeLimit(.minutes(1)))
struct ChildProcessTests {
    private let null: Descriptor

    init() throws { null = try Descriptor { unsafe open("/dev/null", O_RDWR | O_CLOEXEC) } }

    private func shell(
        _ script: String, _ environment: [String: String] = ["PATH": "/usr/bin:/bin"], output: Descriptor? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            .init(
                "/bin/bash", ["-c", script], environment: environment, descriptors: [null, output ?? null, null]))
    }

    /// What a script prints.
    private func output(of script: String, _ environment: [String: String] = ["PATH": "/usr/bin:/bin"]) throws -> String {
        var (reading, writing): (Descriptor, Descriptor?) = try ends()
        let child = try shell(script, environment, output: writing)
        writing = nil
        #expect(child.wait() == .code(0))
        return try text(of: reading)
    }

    /// All that comes until nobody is left who could write.
    private func text(of reading: Descriptor) throws -> String {
        let handle = FileHandle(fileDescriptor: reading.number, closeOnDealloc: false)
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }

    private func ends() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    @Test func `how it ends is told, once and again`() throws {
        let child = try shell("exit 7")
        #expect(child.wait() == .code(7))
        #expect(child.wait() == .code(7))
        child.send(SIGKILL)
        #expect(try shell("kill -SEGV $$").wait() == .signal(SIGSEGV))
        let long = try shell("sleep 600")
        long.send(SIGTERM)
        #expect(long.wait() == .signal(SIGTERM))
    }

    @Test func `its end can be polled for`() throws {
        let child = try shell("read -r < /dev/null; exit 1")
        var polls = [pollfd(fd: child.end.number, events: Int16(POLLIN), revents: 0)]
        let count = try SystemError.check { unsafe poll(&polls, 1, 30_000) }
        #expect(count == 1)
        #expect(child.wait() == .code(1))
    }

    @Test func `what can't be started says so`() {
        func failure(_ program: String) -> SystemError? {
            do throws(SystemError) {
                _ = try ChildProcess(.init(program, environment: [:], descriptors: [null]))
                return nil
            } catch { return error }
        }
        #expect(failure("/nowhere/at/all")?.code == ENOENT)
        #expect(failure("/etc")?.code == EACCES)
        #expect(failure("/etc/hostname")?.code == EACCES)
    }

    @Test func `it inherits no descriptor but those that are named`() throws {
        // As a library opens one that knows of no other programs.
        let careless = try Descriptor { unsafe open("/dev/null", O_RDONLY) }
        let listed = try withExtendedLifetime(careless) {
            try output(of: "ls /proc/self/fd | tr '\\n' ' '")
        }
        // The fourth is the listing's own.
        #expect(listed == "0 1 2 3 ")
    }

    @Test func `numbers that lie across each other come out right`() throws {
        // Whatever number a descriptor has here, the child finds it where it was named.
        var (reading, writing): (Descriptor, Descriptor?) = try ends()
        let child = try ChildProcess(
            .init(
                "/bin/bash", ["-c", "echo one >&1; echo two >&5"], environment: [:],
                descriptors: [null, writing ?? null, null, null, null, writing ?? null]))
        writing = nil
        #expect(child.wait() == .code(0))
        #expect(try text(of: reading).contains("one\ntwo\n"))
    }

    @Test func `it inherits no signal that is held back or ignored, and no variable`() throws {
        var (held, former) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&held)
        unsafe sigaddset(&held, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &held, &former)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        let status = try output(of: "grep -E '^Sig(Blk|Ign)' /proc/self/status; echo \"[$HOME]\"; echo \"[$A]\"", ["A": "b c"])
        #expect(status == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n[]\n[b c]\n")
    }

    @Test func `whatever it started ends with it`() throws {
        // It holds what it would write to, whose end is seen once nobody does.
        #expect(try output(of: "sleep 600 & echo started") == "started\n")
    }

    @Test func `one that nobody holds any more is ended`() throws {
        var child: ChildProcess? = try shell("sleep 600")
        let id = try #require(child?.id)
        #expect(kill(id, 0) == 0)
        child = nil
        #expect(kill(id, 0) != 0 && errno == ESRCH)
    }

    @Test func `who lets every child go, as pid 1 does, takes no end away from anybody`() throws {
        let children = try (0..<20).map { try shell("exit \($0)") }
        for child in children {
            var polls = [pollfd(fd: child.end.number, events: Int16(POLLIN), revents: 0)]
            try SystemError.check { unsafe poll(&polls, 1, 30_000) }
            // Not all of them, since those of other tests are children of this process too.
            ChildTable.all.letGo(child.id)
            child.send(SIGKILL)
        }
        #expect(children.map { $0.wait() } == (0..<20).map { .code($0) })
    }
}
