@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostWorker

/// Makes libraries out of C that do something as soon as they are opened, and workers that open them.
final class Workshop: Sendable {
    let folder: TestFolder
    let log = Lines()
    let program: WorkerProgram

    init() throws {
        folder = try TestFolder()
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        program = WorkerProgram(beside: tests, log: log)
    }

    /// A library that runs these lines when it is opened.
    func unit(_ lines: String, before: String = "") throws -> WorkerProgram.Unit {
        let code = """
            #define _GNU_SOURCE
            #include <errno.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <sys/prctl.h>
            #include <sys/resource.h>
            #include <sys/stat.h>
            #include <sys/wait.h>
            #include <unistd.h>
            \(before)
            __attribute__((constructor)) static void opened(void) { \(lines) }
            """
        let source = folder["shop.c"]
        try Data(code.utf8).write(to: URL(filePath: source))
        let library = folder["libShop.so"]
        let null = try Descriptor { unsafe open("/dev/null", O_RDWR | O_CLOEXEC) }
        let compiler = try ChildProcess(
            .init(
                "/usr/bin/gcc", ["-w", "-shared", "-fPIC", "-O0", "-o", library, source, "-pthread"],
                environment: ["PATH": "/usr/bin:/bin"], descriptors: [null, null, null]))
        try #require(compiler.wait() == .code(0))
        return WorkerProgram.Unit(id: "shop", library: library, needed: [])
    }

    /// How a worker ends that opens such a library.
    func end(_ lines: String, before: String = "", limits: WorkerLimits = WorkerLimits()) async throws -> WorkerEnded {
        try await end(unit(lines, before: before), limits)
    }

    func end(_ unit: WorkerProgram.Unit, _ limits: WorkerLimits = WorkerLimits()) async throws -> WorkerEnded {
        let source = ProcessSource(program: program, unit: unit, limits: { limits }, purpose: .run)
        do { try await source.run(receive: { _ throws(WireError) in }, connected: { _ in }) } catch {
            return try #require(error as? WorkerEnded, "\(error)")
        }
        throw Ended()
    }

    struct Ended: Error {}
}

/// Keeps what is said, and lets tests wait for it.
final class Lines: LogSink {
    private let lines = Lock<[String]>([])

    func takes(_ level: LogLevel, from feature: String) -> Bool { true }

    func write(_ record: LogRecord) {
        let fields = record.fields.map { " \($0.0)=\($0.1)" }.joined()
        lines.withLock { $0.append("\(record.level) \(record.feature): \(record.message)\(fields)") }
    }

    var all: [String] { lines.withLock { $0 } }

    /// Returns once there is a line with this in it, or the task is cancelled.
    func has(_ text: String) async -> Bool {
        while !Task.isCancelled {
            if all.contains(where: { $0.contains(text) }) { return true }
            await Task.yield()
        }
        return false
    }
}
