import Foundation
import Testing

@testable import HostWorker

/// What a library finds around it when its first code runs.
@Suite(.timeLimit(.minutes(1)))
struct ConfinementTests {
    /// What such lines print.
    private func printed(_ lines: String) async throws -> [String] {
        let shop = try Workshop()
        let ended = try await shop.end("setbuf(stdout, 0); \(lines) fflush(stdout); _exit(0);")
        return try #require(ended.evidence?.lastLines)
    }

    @Test func `It has no environment but what keeps it from a backtrace of Swift's`() async throws {
        #expect(
            try await printed("for (char **e = environ; *e; e++) puts(*e);") == ["SWIFT_BACKTRACE=enable=no"])
    }

    @Test func `Its descriptors are three, and none of the host's`() async throws {
        // Its own have numbers from a hundred on, and end with whatever it starts.
        let lines = try await printed(
            """
            for (int n = 0; n < 100; n++) if (fcntl(n, F_GETFD) != -1) printf("%d ", n);
            for (int n = 100; n < 2000; n++) { int f = fcntl(n, F_GETFD); if (f != -1 && !(f & FD_CLOEXEC)) printf("open %d ", n); }
            char buffer[8]; printf("stdin %zd ", read(0, buffer, 8));
            puts("");
            """)
        #expect(lines == ["0 1 2 stdin 0 "])
    }

    @Test func `It gets no new rights, no core files and few descriptors`() async throws {
        let lines = try await printed(
            """
            struct rlimit core, files; getrlimit(RLIMIT_CORE, &core); getrlimit(RLIMIT_NOFILE, &files);
            printf("%d %d %d %d %d\\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), (int)core.rlim_cur, (int)core.rlim_max,
                (int)files.rlim_cur, (int)files.rlim_max);
            printf("%o\\n", umask(0));
            """)
        #expect(lines == ["1 0 0 1024 1024", "77"])
    }

    @Test func `Its folder is empty, and nothing can be made in it`() async throws {
        let lines = try await printed(
            """
            char path[200]; ssize_t n = readlink("/proc/self/cwd", path, 199); path[n] = 0; puts(path + n - 10);
            printf("%d %s\\n", open("file", O_CREAT | O_WRONLY, 0600), strerror(errno));
            """)
        #expect(lines == [" (deleted)", "-1 No such file or directory"])
    }

    @Test func `It leads a session and a group of its own, without a terminal`() async throws {
        let lines = try await printed(
            "printf(\"%d %d %d\\n\", getsid(0) == getpid(), getpgrp() == getpid(), open(\"/dev/tty\", O_RDWR));")
        #expect(lines == ["1 1 -1"])
    }

    @Test func `It is the first to go when memory ends, and hears all signals`() async throws {
        let lines = try await printed(
            """
            char text[20] = ""; int f = open("/proc/self/oom_score_adj", O_RDONLY); read(f, text, 19); printf("%s", text);
            sigset_t mask; sigprocmask(SIG_BLOCK, 0, &mask); int held = 0;
            for (int n = 1; n < 32; n++) held += sigismember(&mask, n);
            printf("%d\\n", held);
            """)
        #expect(lines == ["1000", "0"])
    }

    @Test func `Nobody else can use its program`() throws {
        #expect(WorkerOrder([]) == nil)
        #expect(WorkerOrder(["run", "shop"]) == nil)
        #expect(WorkerOrder(["walk", "shop", "/lib"]) == nil)
        let order = WorkerOrder(.rehearse, id: "shop", library: "/lib.so", needed: ["a", "b"])
        #expect(WorkerOrder(order.arguments) == order)
    }
}
