import Foundation
import Glibc
import TestSupport
import Testing

extension WithOutsideFeatures {
    /// What a host opens is a copy that nobody else writes to, wherever there is room for one.
    @Suite struct PrivateCopyTests {
        private let venue: Venue

        init() throws {
            venue = try Venue()
            try #require(OutsideFeatures.current).ship("Glow", to: venue)
            try venue.save("glow: {}")
        }

        private let library = "units/glow/libGlowFeature.so"

        /// As `cp` overwrites it: a mapped original would end the process at its next page fault.
        @Test func overwritingALibraryHarmsNothing() async throws {
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady("ble active, glow active, track active")
                let size = try Data(contentsOf: URL(filePath: venue.folder[library])).count
                try venue.folder.overwrite(library, Data(repeating: 0xff, count: size))
                // Code that has not run yet: another start, with settings that have to be read.
                try venue.save("glow: { settings: { level: 9 } }")
                try await host.expectRecord("active", ["shine": "9"], from: "glow")
                try venue.folder.overwrite(library, Data())
                try venue.save("glow: { settings: { level: 10 } }")
                try await host.expectRecord("active", ["shine": "10"], from: "glow")
                let warning = "is not the one that runs any more; restart the host to run it"
                #expect(Set(host.complaints) == ["\(venue.folder[library]): warning: \(warning)"])
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
            }
        }

        @Test func copiesLieInTheStateFolder() async throws {
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                let opened = try openLibraries(of: host).filter { $0.contains("flagstand-") }
                let copies = try FileManager.default.contentsOfDirectory(atPath: venue.folder["state/libraries"])
                #expect(opened.sorted() == copies.map { venue.folder["state/libraries/\($0)"] }.sorted())
                #expect(copies.count == 3)
            }
        }

        /// Copies of the previous run are used again, and copies of older builds are removed.
        @Test func copiesStayForTheNextRun() async throws {
            try venue.folder.write("state/libraries/older.so", "an older build's")
            let first = try await copies()
            #expect(first.count == 3)
            try venue.save()
            let second = try await copies()
            #expect(second.count == 2 && first.isSuperset(of: second))
        }

        static let without = "feature runs without its store, which can't be opened; it is tried again"
        /// A disk, and what is complained of there besides.
        static let noPlaces = [
            // Room for the lock, none for a library, nor for what ble and track keep.
            ("mount -t tmpfs -o size=64k,mode=700 none state", [without, without]),
            ("mkdir -p state/libraries && mount -t tmpfs -o ro none state/libraries", []),
        ]

        @Test(.enabled(if: getuid() == 0, "only root can mount a disk that is full"), arguments: noPlaces)
        func withoutRoomOnDiskMemoryHolds(mount: String, complaints: [String]) async throws {
            var command = venue.host
            command.wrapper = inMountNamespace(mount)
            try venue.folder.makeFolder("state")
            try await HostProcess.run(command) { host in
                try await host.expectReady("ble active, glow active, track active")
                let opened = try openLibraries(of: host)
                #expect(opened.count { $0.hasPrefix("/memfd:flagstand-") } == 3)
                #expect(!opened.contains { $0.hasPrefix(venue.folder.path) })
                #expect(host.complaints == complaints)
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
            }
        }

        /// The host can't know it before; it says what to do.
        @Test(.enabled(if: getuid() == 0, "only root can mount a disk that runs nothing"))
        func whereNothingMayRunTheHostSaysSo() async throws {
            var command = venue.host
            command.wrapper = inMountNamespace("mount -t tmpfs -o noexec,mode=700 none state")
            try venue.folder.makeFolder("state")
            try await HostProcess.run(command) { host in
                try await host.expectReady("ble failed, glow failed, track failed")
                #expect(
                    host.complaints.contains(
                        "\(venue.folder[library]): error: cannot be opened: failed to map segment from shared object; "
                            + "is the state folder mounted noexec? Choose another one with --state"))
            }
        }

        /// Runs the program after a command that only its own view of the disk shows.
        private func inMountNamespace(_ mount: String) -> [String] {
            ["unshare", "--mount", "sh", "-ec", "\(mount); exec \"$@\"", "sh"]
        }

        /// The files that are mapped into the process as code.
        private func openLibraries(of host: HostProcess) throws -> Set<String> {
            let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(host.id)/maps")).readToEnd() ?? Data()
            let paths = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
                let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
                guard parts.count == 6, parts[1].contains("x") else { return nil }
                return parts[5].trimmingCharacters(in: .whitespaces)
            }
            return Set(paths)
        }

        /// Which copies there are after a run.
        private func copies() async throws -> Set<String> {
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
            }
            return Set(try FileManager.default.contentsOfDirectory(atPath: venue.folder["state/libraries"]))
        }
    }
}
