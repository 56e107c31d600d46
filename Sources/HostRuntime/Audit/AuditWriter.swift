@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostSystem
internal import JSON

/// Appends records to the files; used by one thread at a time.
struct AuditWriter {
    /// The file that grows.
    struct Growing {
        let file: AuditFolder.File
        let descriptor: Descriptor
        var count: Int
        /// The offset up to which space is reserved; nil if this file system can't reserve any.
        var room: Int?
    }

    /// The last record.
    struct Last: Equatable {
        var number = 0
        var hash = AuditLine.nothing
        /// The newest revision that has a record.
        var through: Int?
    }

    /// What was found when the files were opened.
    struct Found {
        /// What is wrong with the files, for the log and for readiness.
        var problem: AuditWalk.Break?
        /// Whether a record reports that already.
        var isTold = false
        /// Where half a record was moved to, and how long it was.
        var aside: (path: String, bytes: Int)?
    }

    let folder: AuditFolder
    let disk: any AuditDisk
    let limits: Limits
    private(set) var growing: Growing?
    /// The last record that this host knows; nil before it has looked.
    private(set) var last: Last?
    /// The sizes of all files but the one that grows.
    private var others: [AuditFolder.File: Int] = [:]

    /// Limits that tests make smaller.
    struct Limits: Sendable {
        var file = AuditLimits.file
        var all = AuditLimits.all
    }

    init(_ folder: AuditFolder, _ disk: any AuditDisk, _ limits: Limits) {
        self.folder = folder
        self.disk = disk
        self.limits = limits
    }

    // MARK: - Writing

    /// The result of a write.
    struct Written {
        /// How many of the entries have a record now.
        let taken: Int
        let file: AuditFolder.File
        let count: Int
    }

    /// Writes the first of these entries to disk: as many as one file takes, or none.
    ///
    /// - Parameter lost: How many entries before them were dropped.
    mutating func write(_ entries: [AuditEntry], lost: Int, at now: Timestamp) throws(SystemError) -> Written {
        guard var next = last, let here = growing?.count else { throw SystemError(code: EBADF) }
        var (lines, taken, lost) = ([UInt8](), 0, lost)
        func add(_ entry: AuditEntry, to count: Int) -> Bool {
            var ahead = next
            let line = Self.line(entry, &ahead, lost: lost)
            guard count + lines.count + line.count <= limits.file || count + lines.count == 0 else { return false }
            lines += line
            (next, lost) = (ahead, 0)
            return true
        }
        while taken < entries.count, add(entries[taken], to: here) { taken += 1 }
        var gone: [AuditFolder.File] = []
        if taken == 0, !entries.isEmpty {
            gone = try turn(after: next)
            // The removal of a file is recorded before the file is removed.
            for file in gone { _ = add(dropping(file, at: now), to: 0) }
            while taken < entries.count, add(entries[taken], to: 0) { taken += 1 }
        }
        try append(lines)
        last = next
        for file in gone {
            others[file] = nil
            // A file that can't be removed is found again by the next host.
            try? disk.remove(folder.path(of: file))
        }
        guard let growing else { throw SystemError(code: EBADF) }
        return Written(taken: taken, file: growing.file, count: growing.count)
    }

    private static func line(_ entry: AuditEntry, _ last: inout Last, lost: Int) -> [UInt8] {
        if entry.seal != nil || entry.action == .historyLost { last.through = entry.revision ?? last.through }
        let (bytes, hash) = AuditLine.write(
            entry.members(through: last.through, lost: lost), number: last.number + 1, after: last.hash)
        last.number += 1
        last.hash = hash
        return bytes
    }

    private mutating func append(_ bytes: [UInt8]) throws(SystemError) {
        guard var file = growing else { throw SystemError(code: EBADF) }
        do throws(SystemError) {
            try disk.append(bytes, to: file.descriptor)
            try disk.sync(file.descriptor)
        } catch {
            // The write is reported as failed, so none of it may be found there later.
            do throws(SystemError) {
                try disk.cut(file.descriptor, to: file.count)
                try disk.sync(file.descriptor)
                growing?.room = file.count
            } catch { growing = nil }
            throw error
        }
        file.count += bytes.count
        growing = file
    }

    /// Reserves space for records, whatever else is written to the disk.
    mutating func reserve(_ bytes: Int) throws(SystemError) {
        guard var file = growing, let room = file.room, room - file.count < bytes else { return }
        let wanted = max(bytes, AuditLimits.reserve)
        let isThere = try disk.reserve(file.descriptor, from: file.count, count: wanted)
        file.room = isThere ? file.count + wanted : nil
        growing = file
    }

    /// The bytes that are reserved; the greatest number if the file system can't reserve any, 0 if no file is open.
    var room: Int { growing.map { file in file.room.map { $0 - file.count } ?? .max } ?? 0 }

    // MARK: - Files

    /// Begins the next file.
    ///
    /// - Returns: The oldest files, as many as have to go for the limit of all files.
    private mutating func turn(after last: Last) throws(SystemError) -> [AuditFolder.File] {
        let file = AuditFolder.file(first: last.number + 1)
        let path = folder.path(of: file)
        let descriptor = try disk.make(path)
        do throws(SystemError) { try disk.sync(folder: folder.path) } catch {
            try? disk.remove(path)
            throw error
        }
        if let full = growing {
            others[full.file] = full.count
            try? disk.cut(full.descriptor, to: full.count)
        }
        growing = Growing(file: file, descriptor: descriptor, count: 0, room: 0)
        try reserve(2 * AuditLimits.record)
        var count = others.values.reduce(limits.file, +)
        var gone: [AuditFolder.File] = []
        for file in others.keys.sorted(by: { $0.first < $1.first }) where count > limits.all {
            gone.append(file)
            count -= others[file] ?? 0
        }
        return gone
    }

    private func dropping(_ file: AuditFolder.File, at now: Timestamp) -> AuditEntry {
        var after: Members = ["bytes": .integer(Int64(others[file] ?? 0)), "first": .integer(Int64(file.first))]
        if let place = lastPlace(in: file) {
            after["last"] = .integer(Int64(place.number))
            after["hash"] = .text(place.hash)
        }
        return AuditEntry(
            .fileDropped, of: file.name, because: "there are more than \(limits.all) bytes", after: .object(after),
            at: now)
    }

    private func lastPlace(in file: AuditFolder.File) -> AuditLine.Place? {
        (try? lastLine(in: file))?.place
    }

    /// The last line of a file that is a record.
    private func lastLine(
        in file: AuditFolder.File
    ) throws(AuditProblem) -> (place: AuditLine.Place, line: [UInt8])? {
        guard let bytes = try AuditBytes.open(folder.path(of: file)) else { return nil }
        var found: (place: AuditLine.Place, line: [UInt8])?
        try bytes.forEachLineBackwards(from: try bytes.status().count) { line in
            guard let place = AuditLine.place(line) else { return true }
            found = (place, Array(line))
            return false
        }
        return found
    }
}

// MARK: - Opening

extension AuditWriter {
    /// Whether the file that grows is still in its place and as long as it was left.
    private var isAsLeft: Bool {
        guard let growing else { return false }
        let bytes = AuditBytes(file: growing.descriptor, path: "")
        guard let status = try? bytes.status() else { return false }
        return status.names > 0 && status.count == growing.count
    }

    /// Opens the files unless they are open, and looks at the last one.
    ///
    /// - Returns: What was found; nil if the files were open already.
    mutating func open() throws(AuditProblem) -> Found? {
        guard !isAsLeft else { return nil }
        growing = nil
        do throws(SystemError) {
            if try disk.makeFolder(folder.path) { try disk.sync(folder: folder.state) }
        } catch { throw .notWritten(path: folder.path, because: error) }
        let files: [AuditFolder.File]
        do throws(SystemError) { files = AuditFolder.files(try disk.names(in: folder.path)) } catch {
            throw .unreadable(path: folder.path, because: error)
        }
        others = [:]
        for file in files.dropLast() {
            others[file] = try AuditBytes.open(folder.path(of: file))?.status().count ?? 0
        }
        var found = Found()
        var there = try look(at: files, &found)
        if let last, there != last {
            // Somebody changed the files while this host ran; the chain goes on from what this host wrote last.
            let name = files.last?.name ?? AuditFolder.name
            if found.problem == nil || !found.isTold {
                found.problem =
                    found.problem
                    ?? .init(
                        file: name, number: there.number,
                        fault: there.number < last.number ? .lastMissing(until: last.number) : .changed)
                found.isTold = false
            }
            if last.number >= there.number { there = last }
        }
        last = there
        do throws(SystemError) {
            if growing == nil { _ = try turn(after: there) }
            try reserve(2 * AuditLimits.record)
        } catch { throw .notWritten(path: folder.path, because: error) }
        return found
    }

    /// Verifies the last file, and opens it to write to it.
    private mutating func look(at files: [AuditFolder.File], _ found: inout Found) throws(AuditProblem) -> Last {
        guard let file = files.last else { return Last() }
        let path = folder.path(of: file)
        let descriptor: Descriptor
        do throws(SystemError) { descriptor = try disk.open(path) } catch {
            throw .notWritten(path: path, because: error)
        }
        let bytes = AuditBytes(file: descriptor, path: path)
        var count = try bytes.status().count
        // The record that it has to follow is in the file before it.
        var before: (place: AuditLine.Place, line: [UInt8])?
        for earlier in files.dropLast().reversed() where before == nil { before = try lastLine(in: earlier) }
        var walk = AuditWalk(
            after: before?.place.number ?? file.first - 1,
            before?.place.hash ?? (file.first == 1 ? AuditLine.nothing : nil))
        walk.begin(file.name)
        var (lastLine, told) = (before?.line, Set<String>())
        var torn: (offset: Int, bytes: [UInt8])?
        try bytes.forEachLine(upTo: count) { line in
            switch line {
            case .whole(let line):
                guard walk.take(line) != nil else { return }
                lastLine = Array(line)
                if let target = AuditLine.toldBreak(line) { told.insert(target) }
            case .tooLong: walk.take(nil)
            case .rest(let offset, let rest): torn = (offset, Array(rest))
            }
        }
        if let torn {
            let isWhole = AuditLine.place(torn.bytes[...]).map {
                AuditLine.hash(of: torn.bytes[...], at: $0) == $0.hash
            }
            do throws(SystemError) {
                if isWhole == true {
                    // Only its line break is missing.
                    try disk.append([UInt8(ascii: "\n")], to: descriptor)
                    count += 1
                    walk.take(torn.bytes[...])
                    lastLine = torn.bytes
                } else {
                    found.aside = (try putAside(torn.bytes, of: file), torn.bytes.count)
                    try disk.cut(descriptor, to: torn.offset)
                    count = torn.offset
                }
                try disk.sync(descriptor)
            } catch { throw .notWritten(path: path, because: error) }
        }
        if let problem = walk.problem {
            found.problem = problem
            found.isTold = told.contains("\(problem)")
        }
        growing = Growing(file: file, descriptor: descriptor, count: count, room: 0)
        guard let line = lastLine, let place = AuditLine.place(line[...]) else {
            return Last(number: file.first - 1, hash: before?.place.hash ?? AuditLine.nothing, through: nil)
        }
        return Last(number: place.number, hash: place.hash, through: AuditLine.through(line))
    }

    private func putAside(_ bytes: [UInt8], of file: AuditFolder.File) throws(SystemError) -> String {
        let taken = Set(try disk.names(in: folder.path))
        let names = (1...AuditLimits.aside).map { "\(file.name).bad-\($0)" }
        // If all names are taken, the last one is replaced.
        let name = names.first { !taken.contains($0) } ?? names[names.count - 1]
        let path = Path.join(folder.path, name)
        if taken.contains(name) { try disk.remove(path) }
        let aside = try disk.make(path)
        try disk.append(bytes, to: aside)
        try disk.sync(aside)
        try disk.sync(folder: folder.path)
        return path
    }
}
