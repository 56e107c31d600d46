import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// The power goes at every step of a host's life, and nothing that was acknowledged is lost.
@Suite(.timeLimit(.minutes(5)))
struct CrashTests {
    private static let folder = "/state"
    private let script = JournalScript()

    /// Commits until the power goes.
    ///
    /// - Returns: How many were acknowledged.
    private func live(on disk: ForgetfulDisk, from first: Int = 0) -> Int {
        let store = JournalStore(folder: Self.folder, disk: disk)
        _ = store.read()
        return live(with: store, from: first)
    }

    private func live(with store: JournalStore, from first: Int) -> Int {
        var acknowledged = first
        for step in script.steps.dropFirst(first + 1) {
            do throws(SystemError) { try store.commitNow(step.journal, step.given) } catch { return acknowledged }
            acknowledged += 1
        }
        return acknowledged
    }

    /// What is wrong with what a disk remembers; nil where nothing is.
    ///
    /// - Parameter acknowledged: How many commits were; the next one may have come through.
    private func fault(_ disk: ForgetfulDisk, acknowledged: Int) -> (fault: String?, step: Int) {
        let store = JournalStore(folder: Self.folder, disk: disk)
        let found = store.read()
        guard found.problems.isEmpty else { return ("tells \(found.problems)", 0) }
        let allowed = acknowledged...min(acknowledged + 1, script.steps.count - 1)
        guard
            let step = allowed.first(where: {
                script.steps[$0].journal == found.journal && script.steps[$0].content == found.content
            })
        else { return ("has neither what was acknowledged nor what was under way: \(found.journal.revisions)", 0) }
        for revision in found.journal.revisions {
            do throws(ConfigProblem) {
                guard try store.contentNow(of: revision.number) == script.contents[revision.number] else {
                    return ("has another revision \(revision.number)", step)
                }
            } catch { return ("has lost revision \(revision.number): \(error)", step) }
        }
        return (nil, step)
    }

    /// What is wrong after the power went at any step.
    private func faults(omitting omission: ForgetfulDisk.Omission, most: Int, stopAtFirst: Bool = false) -> [String] {
        let whole = ForgetfulDisk(Self.folder, omitting: omission)
        #expect(live(on: whole) == script.steps.count - 1)
        var random = SeededGenerator(seed: 1)
        var faults: [String] = []
        for end in 0...whole.steps {
            let disk = ForgetfulDisk(Self.folder, omitting: omission, endingAfter: end)
            let acknowledged = live(on: disk)
            for remains in disk.remains(most: most, &random) {
                if let fault = fault(remains, acknowledged: acknowledged).fault {
                    faults.append("after step \(end), commit \(acknowledged): it \(fault)")
                    if stopAtFirst { return faults }
                }
            }
        }
        return faults
    }

    @Test func `After a crash at any step the disk has the acknowledged commit or the one under way`() {
        #expect(faults(omitting: .none, most: 8) == [])
    }

    @Test(arguments: [
        ForgetfulDisk.Omission.bytes, .names, .namesIn("/state"), .namesIn("/state/revisions"),
    ])
    func `A store that omits a sync is detected`(omission: ForgetfulDisk.Omission) {
        #expect(faults(omitting: omission, most: 40, stopAtFirst: true) != [])
    }

    @Test(arguments: Seeds.forThisRun(count: 8))
    func `After repeated crashes, also during the start, the store continues`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var disk = ForgetfulDisk(Self.folder, endingAfter: Int.random(in: 0..<60, using: &random))
        var step = 0
        var crashes = 0
        while step < script.steps.count - 1, crashes < 200 {
            crashes += 1
            let acknowledged = live(on: disk, from: step)
            let end = disk.isOff ? Int.random(in: 0..<60, using: &random) : nil
            // The same remains twice: one is looked at, with the other the host goes on.
            var twin = random
            guard let remains = disk.remains(most: 1, &random).first,
                let next = disk.remains(most: 1, endingAfter: end, &twin).first
            else { return }
            let (fault, found) = fault(remains, acknowledged: acknowledged)
            #expect(fault == nil, "seed \(seed), crash \(crashes)")
            guard fault == nil else { return }
            step = found
            disk = next
        }
        #expect(step == script.steps.count - 1, "seed \(seed)")
    }

    @Test(arguments: [
        ("write", ".new", ENOSPC), ("write", "revisions.json.new", EDQUOT), ("rename", "revisions.json.new", EROFS),
        ("rename", ".previous.new", EIO), ("link", "revisions.json", ENOSPC), ("sync", "/state", EIO),
        ("sync", "/revisions", EIO),
    ])
    func `After a disk error the previous commit stays valid, and the next one succeeds`(
        call: String, path: String, code: Int32
    ) {
        var random = SeededGenerator(seed: 2)
        var count = 0
        for last in script.steps.indices.dropFirst() {
            let disk = ForgetfulDisk(Self.folder)
            let store = JournalStore(folder: Self.folder, disk: disk)
            for step in script.steps[1..<last] {
                #expect(throws: Never.self) { try store.commitNow(step.journal, step.given) }
            }
            disk.fail(call, on: path, with: SystemError(code: code))
            let step = script.steps[last]
            do throws(SystemError) { try store.commitNow(step.journal, step.given) } catch {
                count += 1
                #expect(error == SystemError(code: code))
                for remains in disk.remains(most: 8, &random) {
                    let fault = fault(remains, acknowledged: last - 1).fault
                    #expect(fault == nil, "\(call) \(path), commit \(last)")
                }
                #expect(throws: Never.self) { try store.commitNow(step.journal, step.given) }
            }
            for remains in disk.remains(most: 8, &random) {
                let fault = fault(remains, acknowledged: last).fault
                #expect(fault == nil, "\(call) \(path), commit \(last), once more")
            }
        }
        #expect(count > 0)
    }
}
