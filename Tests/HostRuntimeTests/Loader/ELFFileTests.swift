import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct ELFFileTests {
    private let folder: TestFolder
    private let bytes: [UInt8]

    init() throws {
        folder = try TestFolder()
        let code = """
            #include <math.h>
            #include <stdio.h>
            void *flagstand_feature(void) { puts("never"); return 0; }
            __attribute__((weak)) int weak_one = 1;
            __attribute__((visibility("hidden"))) int hidden_one(double x) { return (int)cos(x); }
            static int static_one = 3;
            int flagstand_feature_not(void) { return static_one + hidden_one(weak_one); }
            """
        _ = try folder.library("libA.so", code, flags: ["-Wl,--no-as-needed", "-lm", "-Wl,-rpath,$ORIGIN/beside"])
        bytes = try folder.bytes("libA.so")
    }

    @Test func saysWhatTheLinkerWrote() throws {
        let file = try ELFFile(bytes)
        #expect(file.needed == ["libm.so.6", "libc.so.6"])
        #expect(file.runpath == "$ORIGIN/beside")
        #expect(try file.section("flagstand_kit") == Stamps.fitting)
        #expect(try file.section("flagstand_ki") == nil)
        #expect(try file.section("flagstand_kits") == nil)
    }

    @Test(arguments: [
        ("flagstand_feature", true), ("flagstand_feature_not", true), ("weak_one", true),
        ("hidden_one", false), ("static_one", false), ("puts", false), ("cos", false), ("flagstand", false),
        ("", false),
    ])
    func exportsWhatOthersCanFind(symbol: String, isExported: Bool) throws {
        #expect(try ELFFile(bytes).exports(symbol) == isExported)
    }

    @Test(
        arguments: [
            (4, [2, 1], 18, [183, 0], "aarch64"),
            (4, [1, 1], 18, [3, 0], "i386"),
            (4, [1, 1], 18, [62, 0], "x32"),
            (4, [1, 1], 18, [40, 0], "arm"),
            (4, [2, 1], 18, [243, 0], "riscv64"),
            (4, [2, 2], 18, [0, 22], "s390x"),
            (4, [2, 2], 18, [0, 183], "aarch64, big-endian"),
            (4, [2, 1], 18, [0xff, 0xfe], "machine 65279"),
        ] as [(Int, [UInt8], Int, [UInt8], String)])
    func otherMachinesAreNamed(
        identityAt: Int, identity: [UInt8], machineAt: Int, machine: [UInt8], name: String
    ) throws {
        let other = bytes.patched(identityAt, identity).patched(machineAt, machine)
        let problem = try #require(throws: ELFProblem.self) { try ELFFile(other, for: .x86_64) }
        guard case .otherMachine(let found) = problem else {
            Issue.record("\(problem)")
            return
        }
        #expect("\(found)" == name)
    }

    @Test func whatIsNoSharedLibraryIsNamed() throws {
        try run(["gcc", "-c", "-o", folder["a.o"], folder["libA.so.c"]])
        #expect(throws: ELFProblem.notShared(1)) { try ELFFile(try folder.bytes("a.o")) }
        for text in ["", "#!/bin/sh\n", "\u{7f}EL"] {
            #expect(throws: ELFProblem.notELF) { try ELFFile(Array(text.utf8)) }
        }
    }

    @Test(
        arguments: [
            ([4: [3]], .header),
            ([40: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]], .sectionTable),
            ([40: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]], .sectionTable),
            ([58: [0, 0]], .sectionTable),
            ([60: [0, 0]], .sectionTable),
            ([60: [0xff, 0xff]], .sectionTable),
            ([62: [0xff, 0xff]], .sectionNames),
        ] as [([Int: [UInt8]], ELFProblem.Part)])
    func damageIsPlaced(patches: [Int: [UInt8]], part: ELFProblem.Part) {
        let damaged = patches.reduce(bytes) { $0.patched($1.key, $1.value) }
        #expect(throws: ELFProblem.damaged(part)) { try ELFFile(damaged) }
    }

    /// The section table is the last thing that a linker writes, so no file that ends earlier is whole.
    @Test func aTruncatedFileIsAnError() {
        let lengths = Set(0..<1024).union(stride(from: 1024, to: bytes.count, by: 13)).union([bytes.count - 1])
        let readable = lengths.filter { (try? ELFFile(Array(bytes[..<$0]))) != nil }
        #expect(readable == [])
    }

    /// A number anywhere replaced by an evil one: read or refused, never a trap.
    @Test(arguments: Seeds.forThisRun(count: 4))
    func randomDamageNeverTraps(seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        let evil: [[UInt8]] = [
            [UInt8](repeating: 0xff, count: 8), [UInt8](repeating: 0, count: 8), [0xff, 0xff, 0xff, 0xff],
            [0xff, 0xff],
            [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [0, 0, 0, 0, 0, 0, 0, 0x80],
        ]
        let sectionTable = bytes.count - Int(bytes[60]) * 64
        var refused = 0
        for _ in 0..<250 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Half of the damage goes to where offsets and sizes stand.
                let places = Bool.random(using: &random) ? sectionTable..<bytes.count : bytes.indices
                let place = Int.random(in: Bool.random(using: &random) ? places : 16..<64, using: &random)
                let numbers = Bool.random(using: &random) ? [UInt8.random(in: 0...255, using: &random)] : nil
                damaged = damaged.patched(place, numbers ?? evil.randomElement(using: &random) ?? [])
            }
            do {
                let file = try ELFFile(damaged)
                _ = try file.section("flagstand_kit").map(KitStamp.all)
                _ = try file.exports("flagstand_feature")
            } catch {
                refused += 1
            }
        }
        #expect(refused > 25, "seed \(seed): damage that is hardly ever noticed was not done where it matters")
    }
}

extension [UInt8] {
    /// With other bytes at a place, as far as they fit.
    fileprivate func patched(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
        var patched = self
        for (index, byte) in zip(indices.dropFirst(place), bytes) { patched[index] = byte }
        return patched
    }
}
