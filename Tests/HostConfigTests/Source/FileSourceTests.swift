import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostConfig

@Suite(.timeLimit(.minutes(1)))
struct FileSourceTests {
    let scratch: TestFolder

    init() throws { scratch = try TestFolder() }

    /// What a refused file is refused with.
    func refusal(_ path: String) -> String? {
        do throws(SourceProblem) {
            _ = try FileSource.read(path)
            return nil
        } catch { return error.description }
    }

    @Test func `a file is read whole`() throws {
        let text = String(repeating: "features: {}\n", count: 20_000)
        try scratch.write(text, to: "plugins.yaml")
        #expect(try FileSource.read(scratch["plugins.yaml"]) == Array(text.utf8))
        try scratch.write("", to: "empty")
        #expect(try FileSource.read(scratch["empty"]) == [])
    }

    @Test func `of a huge file one byte more than allowed is read`() throws {
        let file = try scratch.open("huge")
        try SystemError.check { ftruncate(file.number, 100 * 1024 * 1024) }
        #expect(try FileSource.read(scratch["huge"]).count == 8 * 1024 * 1024 + 1)
    }

    @Test func `what cannot be read says why`() throws {
        #expect(refusal(scratch["none"]) == "\(scratch["none"]): error: no such file")
        try scratch.write("", to: "file")
        #expect(refusal(scratch["file/below"]) == "\(scratch["file/below"]): error: no such file")
        #expect(refusal(scratch.path) == "\(scratch.path): error: is a folder, not a file")
        #expect(refusal("/dev/null") == "/dev/null: error: is a device, not a file")
        try scratch.link("loop", to: "loop")
        #expect(
            refusal(scratch["loop"])
                == "\(scratch["loop"]): error: cannot be read: Too many levels of symbolic links")
    }

    @Test func `a pipe that nobody writes to is refused, not waited for`() throws {
        try SystemError.check { unsafe mkfifo(scratch["pipe"], 0o600) }
        #expect(refusal(scratch["pipe"]) == "\(scratch["pipe"]): error: is a pipe, not a file")
    }

    @Test func `a socket is refused`() throws {
        try SystemError.check { unsafe mknod(scratch["socket"], S_IFSOCK | 0o600, 0) }
        #expect(refusal(scratch["socket"]) == "\(scratch["socket"]): error: is a socket, not a file")
    }

    @Test func `what the operator reads about a blind spot`() {
        #expect(
            BlindSpot(path: "/etc/flags", because: SystemError(code: ENOSPC)).description
                == "/etc/flags: warning: changes here are not seen: fs.inotify.max_user_watches is used up; SIGHUP reloads"
        )
        #expect(
            BlindSpot(path: "/etc/flags", because: SystemError(code: EACCES)).description
                == "/etc/flags: warning: changes here are not seen: Permission denied; SIGHUP reloads")
    }
}
