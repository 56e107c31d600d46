import Foundation
import TestSupport
import Testing

/// The real host with the feature `bars`, which `make bench-bars` measures too.
@Suite(.timeLimit(.minutes(10)))
struct FightTests {
    @Test(arguments: Seeds.forThisRun(count: 1))
    func `clients fight for the last seats while the host is killed, and none is sold twice`(seed: UInt64) async throws
    {
        let venue = try Venue()
        try venue.folder.addLibrary(of: "Bars", to: "\(Venue.units)/bars")
        try venue.folder.copy("\(Built.tree)/Plugins/Bars/feature.yaml", to: venue.path(of: "bars", "feature.yaml"))
        let folder = venue.folder
        var command = HostCommand([
            "/usr/bin/env", "python3", "\(Built.tree)/Benchmarks/bars/fight.py", "--host", Built.flagstand,
            "--units", folder[Venue.units], "--folder", folder["."], "--seed", "\(seed)", "--people", "8", "--bars",
            "5",
            "--seconds", "\(Soak.isAsked ? 30 : 3)", "--kills", "\(Soak.isAsked ? 5 : 1)",
        ])
        command.program = "/usr/bin/env"
        command.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        let (exit, output, errors) = try await HostProcess.end(of: command, within: .seconds(300))
        #expect(exit == .code(0), "\(output)\(errors)")
        print(output)
    }
}
