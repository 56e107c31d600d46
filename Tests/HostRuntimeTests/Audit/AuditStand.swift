@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import HostSystem
import TestSupport

@testable import HostRuntime

/// An audit of one test, in a folder of its own.
struct AuditStand {
    static let ann = Author(name: "ann", user: 1000)
    static let start = Timestamp(nanoseconds: 1_795_000_000_000_000_000)

    let folder: TestFolder
    let disk = FaultyDisk()
    var limits = AuditWriter.Limits()

    init() throws { folder = try TestFolder() }

    /// The audit as the next host finds it.
    func open() -> AuditLog {
        AuditLog(state: folder.path, clock: SystemClock(), log: nil, disk: disk, limits: limits)
    }

    func fill(_ audit: AuditLog, _ count: Int, from first: Int = 1) async throws {
        for number in first..<first + count { try await audit.add(Self.entry(number)) }
    }

    static func entry(_ number: Int) -> AuditEntry {
        AuditEntry(
            .call, of: "route.\(number % 3)", by: number % 2 == 0 ? ann : nil, because: "why \(number)",
            after: ["as": "somebody"], at: Timestamp(nanoseconds: start.nanoseconds + Int64(number) * 1_000_000_000))
    }

    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder["audit"]).sorted() }
    }

    func bytes(_ name: String = "00000001.jsonl") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder["audit/\(name)"])))
    }

    func write(_ bytes: [UInt8], _ name: String = "00000001.jsonl") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder["audit/\(name)"]))
    }

    func lines(_ name: String = "00000001.jsonl") throws -> [String] {
        try String(decoding: bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// What somebody finds who only looks.
    func verdict(expecting hash: String? = nil) async throws -> AuditVerdict {
        try await AuditLog(state: folder.path).verify(Journal(), expecting: hash)
    }
}

/// A disk that fails where it is told to.
final class FaultyDisk: AuditDisk {
    enum Call: Sendable {
        case makeFolder, make, open, reserve, append, cut, sync
    }

    private struct State {
        var faults: [Call: Int32] = [:]
        var counts: [Call: Int] = [:]
        /// How much of what is appended is written before that fails.
        var half = 0
        /// What happens during the next call of a kind.
        var meanwhile: (call: Call, body: @Sendable () -> Void)?
    }

    private let state = Lock(State())
    private let disk = LocalAuditDisk()

    func fail(_ call: Call, _ code: Int32?, after half: Int = 0) {
        state.withLock {
            $0.faults[call] = code
            $0.half = half
        }
    }

    /// Runs the body once, during the next call of this kind.
    func during(_ call: Call, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.meanwhile = (call, body) }
    }

    func count(_ call: Call) -> Int { state.withLock { $0.counts[call] ?? 0 } }

    private func note(_ call: Call) throws(SystemError) {
        let (code, body) = state.withLock { state in
            state.counts[call, default: 0] += 1
            let body = state.meanwhile?.call == call ? state.meanwhile?.body : nil
            if body != nil { state.meanwhile = nil }
            return (state.faults[call], body)
        }
        body?()
        if let code { throw SystemError(code: code) }
    }

    func names(in folder: String) throws(SystemError) -> [String] { try disk.names(in: folder) }
    func makeFolder(_ path: String) throws(SystemError) -> Bool {
        try note(.makeFolder)
        return try disk.makeFolder(path)
    }
    func make(_ path: String) throws(SystemError) -> Descriptor {
        try note(.make)
        return try disk.make(path)
    }
    func open(_ path: String) throws(SystemError) -> Descriptor {
        try note(.open)
        return try disk.open(path)
    }
    func reserve(_ file: Descriptor, from offset: Int, count: Int) throws(SystemError) -> Bool {
        try note(.reserve)
        return try disk.reserve(file, from: offset, count: count)
    }
    func append(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
        let half = state.withLock { $0.faults[.append] == nil ? 0 : $0.half }
        if half > 0 { try disk.append(Array(bytes.prefix(half)), to: file) }
        try note(.append)
        try disk.append(bytes, to: file)
    }
    func cut(_ file: Descriptor, to count: Int) throws(SystemError) {
        try note(.cut)
        try disk.cut(file, to: count)
    }
    func sync(_ file: Descriptor) throws(SystemError) {
        try note(.sync)
        try disk.sync(file)
    }
    func sync(folder: String) throws(SystemError) { try disk.sync(folder: folder) }
    func remove(_ path: String) throws(SystemError) { try disk.remove(path) }
}
