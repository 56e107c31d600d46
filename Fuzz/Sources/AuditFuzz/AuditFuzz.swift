@_spi(Hosting) import FeatureKit
import Glibc
import Harness
import HostSystem
import JSON

@testable import HostRuntime

/// Any bytes are read without a crash; reading backwards gives the same lines as reading forwards; a changed record
/// is never taken for a written one.
@main enum AuditHarness {
    static func main() { exit(fuzz(read)) }
}

/// A file in memory, where writing is cheap; its name is removed at once.
private let memory: Descriptor = {
    var template = Array("/dev/shm/flagstand-fuzz-XXXXXX".utf8CString)
    let number = mkstemp(&template)
    return needed("file") { number >= 0 && unlink(&template) == 0 ? Descriptor(owning: number) : nil }
}()

/// The longest record; so small that a fuzzing input can exceed it.
private let longest = 300

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkLines(bytes)
    walk(bytes)
    checkChain(bytes)
    return 0
}

private func checkLines(_ bytes: [UInt8]) {
    let isWritten = ftruncate(memory.number, 0) == 0 && pwrite(memory.number, bytes, bytes.count, 0) == bytes.count
    require(isWritten, "the file is not written")
    let file = AuditBytes(file: memory, path: "audit", record: longest, chunk: 32)
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    let rest = lines.removeLast()
    var forwards: [[UInt8]] = []
    var left: [UInt8]?
    var backwards: [[UInt8]] = []
    do throws(AuditProblem) {
        try file.forEachLine(upTo: bytes.count) { line in
            switch line {
            case .whole(let line): forwards.append(Array(line))
            case .tooLong: break
            case .rest(let from, let line):
                require(from + line.count == bytes.count, "the rest stands elsewhere")
                left = Array(line)
            }
        }
        let read = try file.forEachLineBackwards(from: bytes.count) { line in
            backwards.append(Array(line))
            return true
        }
        require(read == bytes.count, "not all of it is read")
    } catch { report("\(error)") }
    // Longer lines may be left out, depending on their position; no record is that long.
    func records(_ lines: [[UInt8]]) -> [[UInt8]] { lines.filter { $0.count <= longest } }
    require(records(forwards) == records(lines), "forwards")
    // Reading backwards leaves out an empty first line, which is no record.
    func filled(_ lines: [[UInt8]]) -> [[UInt8]] { records(lines).filter { !$0.isEmpty } }
    require(filled(backwards.reversed()) == filled(lines), "backwards")
    if rest.count <= longest { require(left ?? [] == rest, "the rest") }
}

private func walk(_ bytes: [UInt8]) {
    var walk = AuditWalk(after: nil, nil)
    walk.begin("1.jsonl")
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let place = walk.take(line) else { continue }
        require(place.number >= 0 && place.previous.utf8.count == 64 && place.hash.utf8.count == 64)
        _ = (AuditLine.action(line), AuditLine.through(line), AuditLine.toldBreak(line))
    }
    if let problem = walk.problem { require(!problem.description.isEmpty) }
}

/// Three records with the bytes as reason, and the same with one byte changed.
private func checkChain(_ bytes: [UInt8]) {
    var previous = AuditLine.nothing
    var lines: [[UInt8]] = []
    for number in 1...3 {
        let reason = String(decoding: bytes.suffix(64), as: UTF8.self)
        let members: Members = ["at": "2026-11-22T18:41:13Z", "deed": "override", "reason": .text(reason)]
        let (line, hash) = AuditLine.write(members, number: number, after: previous)
        require(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")), "it is not one line")
        require(AuditLine.place(line.dropLast()) == .init(number: number, previous: previous, hash: hash))
        require(AuditLine.action(line.dropLast()) == .override, "it has another action")
        require(AuditLine.members(line.dropLast())?["reason"] == .text(reason), "it has another reason")
        lines.append(Array(line.dropLast()))
        previous = hash
    }
    require(problem(lines) == nil, "the chain is broken")
    guard bytes.count >= 4 else { return }
    let index = Int(bytes[0]) % lines.count
    let place = (Int(bytes[1]) << 8 | Int(bytes[2])) % lines[index].count
    lines[index][place] ^= max(bytes[3], 1)
    require(problem(lines) != nil, "nobody notices the change")
}

private func problem(_ lines: [[UInt8]]) -> AuditWalk.Break? {
    var walk = AuditWalk(after: 0, AuditLine.nothing)
    walk.begin("1.jsonl")
    for line in lines { walk.take(line[...]) }
    return walk.problem
}
