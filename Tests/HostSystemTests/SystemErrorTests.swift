import Glibc
import Testing

@testable import HostSystem

@Suite struct SystemErrorTests {
    @Test func `an error speaks the system's words`() {
        #expect(SystemError(code: ENOENT).description == "No such file or directory")
        #expect(SystemError(code: 98_765).description == "error 98765")
    }

    @Test func `an interrupted call is made again, another failure is thrown`() throws {
        var answers = [(-1, EINTR), (-1, EINTR), (7, 0)]
        let answer = try SystemError.check {
            let (answer, code) = answers.removeFirst()
            errno = code
            return answer
        }
        #expect(answer == 7)
        #expect(throws: SystemError(code: EAGAIN)) {
            try SystemError.check {
                errno = EAGAIN
                return -1
            }
        }
    }

    @Test func `paths`() {
        #expect(Path.absolute("/a/b") == "/a/b")
        #expect(Path.absolute("b").hasSuffix("/b"))
        #expect(Path.absolute("b").hasPrefix("/"))
        #expect(Path.join("/", "a") == "/a")
        #expect(Path.join("/a", "b") == "/a/b")
        #expect(Path.folder(of: "/a/b") == "/a")
        #expect(Path.folder(of: "/a") == "/")
        #expect(Path.folder(of: "a") == ".")
    }
}
