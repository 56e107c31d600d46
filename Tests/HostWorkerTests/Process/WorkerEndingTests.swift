@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostWorker

/// How real workers end, and what is known of it: each opens a library that does one thing to its process.
@Suite(.timeLimit(.minutes(1)))
struct WorkerEndingTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test(arguments: [
        ("__builtin_trap();", "it trapped (signal 4, SIGILL)", SIGILL),
        ("raise(SIGTRAP);", "it trapped (signal 5, SIGTRAP)", SIGTRAP),
        ("*(volatile int *)8 = 1;", "it crashed (signal 11, SIGSEGV)", SIGSEGV),
        ("raise(SIGBUS);", "it crashed (signal 7, SIGBUS)", SIGBUS),
        ("raise(SIGFPE);", "it crashed (signal 8, SIGFPE)", SIGFPE),
        ("abort();", "it aborted (signal 6, SIGABRT)", SIGABRT),
        ("raise(SIGKILL);", "it was killed by somebody (signal 9)", SIGKILL),
        ("raise(SIGUSR1);", "it was killed by somebody (signal 10)", SIGUSR1),
    ])
    func `A signal is told as what it is`(line: String, words: String, signal: Int32) async throws {
        let ended = try await shop.end(line)
        #expect(ended.description == words)
        #expect(ended.evidence?.end == .signal(signal))
        #expect(ended.evidence?.because == nil)
    }

    @Test func `Whoever exits is told, also with success`() async throws {
        #expect(try await shop.end("exit(3);").description == "it exited by itself (code 3)")
        let ended = try await shop.end("_exit(0);")
        #expect(ended.description == "it exited by itself (code 0)")
        #expect(ended.evidence?.end == .code(0))
    }

    @Test func `A crash is told with the calls that led to it`() async throws {
        let unit = try shop.unit(
            "outer(3);",
            before: """
                __attribute__((noinline)) static int inner(int n) { return *(volatile int *)(long)n; }
                __attribute__((noinline)) int outer(int n) { return inner(n) + 1; }
                """)
        let evidence = try #require(await shop.end(unit).evidence)
        let calls = evidence.backtrace.prefix(3).map { $0.split(separator: " ").first.map(String.init) }
        #expect(calls == ["inner", "outer", "opened"], "\(evidence.backtrace)")
        #expect(evidence.backtrace[0].hasSuffix("    libShop.so"), "\(evidence.backtrace[0])")
        // The runtime's own functions are written as Swift writes them.
        #expect(evidence.backtrace.contains { $0.contains("LibraryEntry.enter") }, "\(evidence.backtrace)")
        #expect(evidence.process > 0 && evidence.began < evidence.ended)
    }

    @Test func `Whoever has no stack left tells all the same`() async throws {
        let evidence = try #require(
            await shop.end(
                "deep(1);",
                before: "int deep(int n) { volatile char page[8192]; page[0] = n; return deep(n + 1) + page[0]; }"
            )
            .evidence)
        #expect(evidence.end == .signal(SIGSEGV))
        #expect(evidence.backtrace.first?.hasPrefix("deep") == true, "\(evidence.backtrace)")
        #expect(evidence.backtrace.count <= CrashReport.mostCalls)
    }

    @Test func `Two threads that crash at once are one crash`() async throws {
        let threads = """
            static void *crash(void *nothing) { abort(); }
            """
        let ended = try await shop.end(
            "pthread_t t; for (int i = 0; i < 8; i++) pthread_create(&t, 0, crash, 0); pause();", before: threads)
        #expect(ended.description == "it aborted (signal 6, SIGABRT)")
    }

    @Test func `A library that can't be opened is told in the linker's words`() async throws {
        let none = WorkerProgram.Unit(id: "shop", library: shop.folder["libNone.so"], needed: [])
        let ended = try await shop.end(none)
        #expect(
            ended.description
                == "its library can't be opened: cannot open shared object file: No such file or directory")
        #expect(try await shop.end("").description == "its library does not export flagstand_feature")
    }

    @Test func `A program that is not there is told`() async throws {
        let program = WorkerProgram(beside: shop.folder["flagstand"], log: shop.log)
        let source = ProcessSource(
            program: program, unit: .init(id: "shop", library: "/none", needed: []), limits: { WorkerLimits() },
            purpose: .run)
        await #expect {
            try await source.run(receive: { _ throws(WireError) in }, connected: { _ in })
        } throws: { error in
            "\(error)" == "\(shop.folder.path)/flagstand-worker can't be started: No such file or directory"
        }
    }

    @Test func `Its last lines are kept, and go to the log as they come`() async throws {
        let ended = try await shop.end(
            """
            for (int i = 0; i < 100; i++) printf("line %d\\n", i);
            fprintf(stderr, "bad \\x1b[31m bytes \\xff\\n"); fprintf(stderr, "no end"); abort();
            """)
        let lines = try #require(ended.evidence?.lastLines)
        #expect(lines.count == 64)
        #expect(Set(lines).isSuperset(of: ["line 99", "bad \\u{001B}[31m bytes \u{FFFD}", "no end"]))
        #expect(shop.log.all.contains("info shop: line 0 stream=stdout"))
        #expect(shop.log.all.contains("warning shop: no end stream=stderr"))
    }

    @Test func `A flood of lines is counted, and does not hold the host up`() async throws {
        let ended = try await shop.end("for (int i = 0; i < 100000; i++) printf(\"line %d\\n\", i); exit(1);")
        #expect(ended.evidence?.lastLines.last == "line 99999")
        let lines = shop.log.all
        #expect(lines.count { $0.contains("stream=") } < 1_200)
        #expect(lines.contains { $0.contains("wrote more lines than the log takes in a second left_out=") })
    }

    @Test func `Cancelled, it is ended at once, whatever it does`() async throws {
        let unit = try shop.unit("signal(SIGTERM, SIG_IGN); puts(\"here\"); fflush(stdout); for (;;) ;")
        let program = shop.program
        let run = Task {
            let source = ProcessSource(program: program, unit: unit, limits: { WorkerLimits() }, purpose: .run)
            try await source.run(receive: { _ throws(WireError) in }, connected: { _ in })
        }
        #expect(await shop.log.has("here"))
        let began = ContinuousClock.now
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(ContinuousClock.now - began < .seconds(1))
    }

    @Test func `What it started ends with it, also in a session of its own`() async throws {
        // The first leaves nothing but its group, the second that, too, and its parent.
        let ended = try await shop.end(
            """
            if (fork() == 0) { for (;;) pause(); }
            pid_t middle = fork();
            if (middle == 0) { setsid(); if (fork() == 0) { printf("away %d\\n", getpid()); fflush(stdout); for (;;) pause(); } _exit(0); }
            waitpid(middle, 0, 0);
            usleep(700000);
            abort();
            """)
        #expect(ended.description == "it aborted (signal 6, SIGABRT)")
        let line = try #require(shop.log.all.first { $0.contains("away ") })
        let away = try #require(Int32(line.split(separator: " ")[3]))
        // It may be nobody's child by now whom nobody has let go yet.
        let stat = (try? String(contentsOfFile: "/proc/\(away)/stat", encoding: .utf8)) ?? "gone) X"
        #expect(stat.contains(") Z") || stat.contains(") X"), "\(stat)")
    }
}
