import TestSupport

/// A disk as it may be when the power is back: what was synced is there, of what was not anything may be.
///
/// Bytes that were not synced are there or not by sectors; of each name any of the things that it stood for since its
/// folder was synced last. After a sync that failed a sector is what it was before or after, until it is written and
/// synced again: the system lets go of what it could not write.
struct PowerCut {
    /// What survives of that for which nothing spoke.
    enum Luck: CaseIterable {
        case nothing, everything, anything
    }

    static let sector = 512
    /// What the system holds and writes at once.
    private static let page = 4_096

    fileprivate struct File {
        /// What is on the disk for good.
        var durable: [UInt8] = []
        /// What came since, in its order.
        var pending: [Change] = []
        /// By their numbers, what sectors may still be instead.
        var doubts: [Int: [UInt8]] = [:]

        enum Change {
            case write(at: Int, [UInt8])
            case size(Int)
        }
    }

    private var files: [Int: File] = [:]
    private var names: [String: Int] = [:]
    /// What a name stood for since the folder was synced last, the oldest first; nil is nothing.
    private var past: [String: [Int?]] = [:]
    private var initial: [String: [UInt8]]
    /// Numbers of files that were there from the start and nobody has opened.
    private var untouched: [String: Int] = [:]
    /// What was marked.
    private(set) var marks: [Int] = []

    init(_ initial: [String: [UInt8]] = [:]) {
        self.initial = initial
        for (index, (name, bytes)) in initial.sorted(by: { $0.key < $1.key }).enumerated() {
            files[-1 - index] = File(durable: bytes)
            names[name] = -1 - index
            untouched[name] = -1 - index
        }
    }

    /// Goes on by one event.
    mutating func happen(_ event: ForgetfulFolder.Event) {
        switch event {
        case .made(let file, let name):
            files[file] = File()
            set(name, file)
        case .found(let file, let name):
            // The same file as before, under the number that the watch knows it by.
            guard let before = names[name] else { return }
            files[file] = files[before]
            for (other, number) in names where number == before { names[other] = file }
            past = past.mapValues { $0.map { $0 == before ? file : $0 } }
        case .write(let file, let offset, let bytes): files[file]?.pending.append(.write(at: offset, bytes))
        case .truncate(let file, let size): files[file]?.pending.append(.size(size))
        case .sync(nil): past = [:]
        case .sync(let file?): files[file]?.sync()
        case .failedSync(nil): break
        case .failedSync(let file?): files[file]?.failSync()
        case .rename(let name, let other):
            guard let file = names[name] else { return }
            set(other, file)
            set(name, nil)
        case .link(let name, let other): set(other, names[name])
        case .remove(let name): set(name, nil)
        case .mark(let number): marks.append(number)
        }
    }

    private mutating func set(_ name: String, _ file: Int?) {
        past[name, default: []].append(names[name])
        names[name] = file
    }

    /// The files as they may be now; those in memory that the system shares are gone with it.
    func remains(_ luck: Luck, _ random: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        var remains: [String: [UInt8]] = [:]
        for name in Set(names.keys).union(past.keys).sorted() where !name.hasSuffix("-shm") {
            let all = (past[name] ?? []) + [names[name]]
            let file: Int? =
                switch luck {
                case .nothing: all[0]
                case .everything: names[name]
                case .anything: all.randomElement(using: &random) ?? nil
                }
            if let file, let content = files[file] { remains[name] = content.remains(luck, &random) }
        }
        return remains
    }
}

extension PowerCut.File {
    fileprivate mutating func sync() {
        for change in pending {
            if case .write(let offset, let bytes) = change {
                let first = offset / PowerCut.page * PowerCut.page / PowerCut.sector
                let last = (offset + bytes.count + PowerCut.page - 1) / PowerCut.page * PowerCut.page / PowerCut.sector
                for sector in first..<last { doubts[sector] = nil }
            }
            durable.apply(change)
        }
        pending = []
    }

    fileprivate mutating func failSync() {
        let before = durable
        for change in pending {
            durable.apply(change)
            guard case .write(let offset, let bytes) = change, !bytes.isEmpty else { continue }
            for sector in offset / PowerCut.sector...(offset + bytes.count - 1) / PowerCut.sector
            where doubts[sector] == nil {
                let range = sector * PowerCut.sector..<(sector + 1) * PowerCut.sector
                doubts[sector] =
                    Array(before[range.clamped(to: 0..<before.count)])
                    + [UInt8](repeating: 0, count: PowerCut.sector - range.clamped(to: 0..<before.count).count)
            }
        }
        pending = []
    }

    fileprivate func remains(_ luck: PowerCut.Luck, _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = durable
        if luck != .everything {
            for (sector, before) in doubts.sorted(by: { $0.key < $1.key }) {
                guard luck == .nothing || Bool.random(using: &random) else { continue }
                let start = sector * PowerCut.sector
                guard start < bytes.count else { continue }
                let end = min(start + PowerCut.sector, bytes.count)
                bytes.replaceSubrange(start..<end, with: before.prefix(end - start))
            }
        }
        switch luck {
        case .nothing: return bytes
        case .everything: for change in pending { bytes.apply(change) }
        case .anything:
            // Now and then nearly all of it or nearly nothing, or the interesting cases hardly ever come.
            let odds = [0.1, 0.5, 0.9].randomElement(using: &random) ?? 0.5
            for change in pending {
                switch change {
                case .size: if Double.random(in: 0..<1, using: &random) < odds { bytes.apply(change) }
                case .write(let offset, let written):
                    var place = offset
                    while place < offset + written.count {
                        let end = min((place / PowerCut.sector + 1) * PowerCut.sector, offset + written.count)
                        if Double.random(in: 0..<1, using: &random) < odds {
                            bytes.apply(.write(at: place, Array(written[place - offset..<end - offset])))
                        }
                        place = end
                    }
                }
            }
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func apply(_ change: PowerCut.File.Change) {
        switch change {
        case .size(let size):
            if size < count {
                removeLast(count - size)
            } else {
                append(contentsOf: repeatElement(0, count: size - count))
            }
        case .write(let offset, let bytes):
            if count < offset + bytes.count {
                append(contentsOf: repeatElement(0, count: offset + bytes.count - count))
            }
            replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
    }
}
