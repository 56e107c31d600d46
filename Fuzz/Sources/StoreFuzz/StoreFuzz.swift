@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import Harness
import HostStore

/// A store's file of which any bytes were changed never brings its reader down, and nothing wrong is handed out: what is
/// read is what was written, or an error.
///
/// An input is a list of changes to files that are made at the start: where, how many, which bytes. So a small input
/// reaches every page, and the fuzzer's own changes of inputs make sense.
@main enum StoreHarness {
    static func main() { exit(fuzz(read)) }
}

private let feature = "fuzz"
private let count = 40
private let notes = needed("collection") { try CheckedCollection(Note.collection.layout, of: feature) }

/// In memory, where files cost nothing.
private let folder: String = {
    var template = Array("/dev/shm/flagstand-fuzz-XXXXXX".utf8CString)
    require(mkdtemp(&template) != nil, "no folder")
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}()

private var path: String { folder + "/notes.db" }

/// A store that was closed, and one whose process was killed.
private let stores: [[String: [UInt8]]] = waitFor {
    let engine = try await open()
    try await engine.write { session in
        for number in 0..<count {
            _ = try session.put(Note(number), id: "note-\(number)", in: notes, expecting: .absent)
        }
        _ = try session.put(Media(type: "text/plain", bytes: blob), asBlob: "blob")
        _ = try session.delete("note-3", in: notes, expecting: .anything)
    }
    let killed = files()
    _ = await engine.close()
    return [files(), killed]
}

private let blob = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

private func open() async throws -> SQLiteEngine {
    try await SQLiteEngine.open(path, feature: feature, collections: [notes], quota: StoreQuota())
}

private func files() -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for suffix in ["", "-wal"] {
        if let data = FileManager.default.contents(atPath: path + suffix) { files[suffix] = Array(data) }
    }
    return files
}

private func lay(_ files: [String: [UInt8]]) {
    for suffix in ["", "-wal", "-shm"] {
        unlink(path + suffix)
        guard let bytes = files[suffix] else { continue }
        _ = FileManager.default.createFile(atPath: path + suffix, contents: Data(bytes))
    }
}

private func read(_ start: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = Array(UnsafeBufferPointer(start: start, count: size))[...]
    guard let first = input.popFirst() else { return 0 }
    var files = stores[Int(first & 1)]
    let name = first & 2 != 0 && files["-wal"] != nil ? "-wal" : ""
    var bytes = files[name] ?? []
    while input.count > 3 {
        let place = (Int(input.removeFirst()) << 16 | Int(input.removeFirst()) << 8 | Int(input.removeFirst()))
        let length = input.popFirst().map { Int($0 % 16) } ?? 0
        guard length > 0 else {
            bytes = Array(bytes.prefix(place))
            continue
        }
        for (index, byte) in input.prefix(length).enumerated() where !bytes.isEmpty {
            bytes[(place + index) % bytes.count] = byte
        }
        input = input.dropFirst(length)
    }
    files[name] = bytes
    lay(files)
    waitFor { await look() }
    return 0
}

/// Opens, reads all, writes, and checks.
private func look() async {
    do {
        let engine = try await open()
        for number in 0..<count {
            await attempt {
                let found = try await engine.read { try $0.document("note-\(number)", in: notes, as: Note.self) }
                if let found { require(found.document == Note(number), "another note: \(found)") }
            }
        }
        for conditions in [
            [StoreCondition.contains("title", "number 1")], [.near("place", of: GeoPoint(lat: 3, lon: 4))],
            [.from("number", 5)],
        ] {
            await attempt {
                let query = try CheckedQuery(of: notes, where: conditions, order: nil, limit: 100, after: nil)
                let page = try await engine.read { try $0.page(query, of: notes, as: Note.self) }
                for item in page.items {
                    let number = Int(item.id.split(separator: "-").last ?? "") ?? -1
                    require(item.document == Note(number), "another note: \(item)")
                }
            }
        }
        await attempt {
            try await engine.read { session in
                guard let facts = try session.blob("blob") else { return }
                let bytes = try session.bytes(of: facts, range: 0..<facts.size)
                require(bytes == blob, "another blob")
            }
        }
        await attempt {
            let history = try await engine.read { try $0.token }.place?.history ?? ""
            let start = ChangeToken(history: history, position: 0)
            let changes = try await engine.changes(of: notes, as: Note.self, after: start, most: 1_000)
            for change in changes.changes {
                let number = Int(change.id.split(separator: "-").last ?? "") ?? -1
                require(change.document == nil || change.document == Note(number), "another change: \(change)")
            }
        }
        await attempt {
            _ = try await engine.write { try $0.put(Note(100), id: "note-100", in: notes, expecting: .anything) }
        }
        _ = await engine.close()
    } catch let error as StoreError {
        require([.damaged, .unavailable].contains(error.code), "\(error)")
    } catch { require(false, "\(error)") }
    _ = try? StoreFile(path, of: feature).check()
}

private func attempt(_ body: () async throws -> Void) async {
    do { try await body() } catch let error as StoreError {
        require([.damaged, .unavailable, .unreadable, .behind, .duplicate].contains(error.code), "\(error)")
    } catch { require(false, "\(error)") }
}

/// Runs something that waits, while the fuzzer waits.
@discardableResult
private func waitFor<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) -> Result {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result?
    Task.detached {
        do { result = try await body() } catch { report("\(error)") }
        done.signal()
    }
    done.wait()
    return needed("result") { result }
}
