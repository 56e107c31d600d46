import Glibc
import HostSystem
import Testing

/// A pseudo terminal, and what a program shows on it.
enum Terminal {
    // What Swift does not carry of <asm/ioctls.h>.
    private static let unlock: UInt = 0x4004_5431
    private static let askForNumber: UInt = 0x8004_5430

    /// Runs a command whose errors go to a terminal.
    ///
    /// - Parameter body: Gets the process and the terminal's lines as they come.
    /// - Returns: All that was shown.
    static func run(
        _ command: HostCommand, _ body: (HostProcess, LineStream) async throws -> Void
    ) async throws -> String {
        let shown = LineStream()
        let master = try Descriptor { unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The terminal ends once the last one who has it open is gone, and that is the program.
            try await withTheirEnd(of: master) { slave in
                group.addTask { try await OwnedThread.run("terminal") { shown.read(master) } }
                var command = command
                command.errors = slave
                try await HostProcess.run(command) { try await body($0, shown) }
            }
            try await group.waitForAll()
        }
        return shown.text
    }

    private static func withTheirEnd(
        of master: Descriptor, _ body: (Descriptor) async throws -> Void
    ) async throws {
        var (locked, number): (CInt, CInt) = (0, 0)
        try SystemError.check { unsafe ioctl(master.number, unlock, &locked) }
        try SystemError.check { unsafe ioctl(master.number, askForNumber, &number) }
        try await body(try Descriptor { unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC) })
    }
}
