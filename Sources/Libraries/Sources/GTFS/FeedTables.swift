internal import Archives
public import CSV
internal import Files
internal import Glibc

/// The tables of a GTFS feed, from a zip file, a folder or memory.
public struct FeedTables: Sendable {
    private static let mostBytes = 2 << 30
    /// The tables that are read; others are left alone.
    private static let names: Set<String> = [
        "agency.txt", "calendar.txt", "calendar_dates.txt", "feed_info.txt", "frequencies.txt", "routes.txt",
        "shapes.txt", "stop_times.txt", "stops.txt", "transfers.txt", "trips.txt",
    ]

    /// What the feed is called in findings.
    public let name: String
    /// What its ids begin with where feeds become one.
    public let prefix: String
    private let tables: [String: [UInt8]]

    /// Takes tables by the names of their files, as they are.
    public init(_ tables: [String: [UInt8]], name: String, prefix: String) {
        (self.tables, self.name, self.prefix) = (tables, name, prefix)
    }

    /// Reads a zip file, whose tables may lie in a folder, or a folder.
    public init(path: String, prefix: String) throws(FeedProblem) {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else {
            throw FeedProblem(path, "it can't be opened (\(unsafe String(cString: strerror(errno))))")
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            try self.init(zip: try Self.bytes(of: path) ?? [], name: path, prefix: prefix)
            return
        }
        var tables: [String: [UInt8]] = [:]
        for name in Self.names {
            if let bytes = try Self.bytes(of: path + "/" + name) { tables[name] = bytes }
        }
        try self.init(whole: tables, name: path, prefix: prefix)
    }

    /// Reads the bytes of a zip file.
    public init(zip bytes: [UInt8], name: String, prefix: String) throws(FeedProblem) {
        var tables: [String: [UInt8]] = [:]
        do throws(ArchiveProblem) {
            let archive = try Archive(bytes)
            for entry in archive.entries {
                let name = entry.name.split(separator: "/").last.map(String.init) ?? ""
                guard Self.names.contains(name), tables[name] == nil else { continue }
                tables[name] = try archive.bytes(of: entry)
            }
        } catch { throw FeedProblem(name, "\(error)") }
        try self.init(whole: tables, name: name, prefix: prefix)
    }

    private init(whole tables: [String: [UInt8]], name: String, prefix: String) throws(FeedProblem) {
        self.init(tables, name: name, prefix: prefix)
        for needed in ["agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt"]
        where tables[needed] == nil { throw FeedProblem(name, "it has no \(needed)") }
        guard tables["calendar.txt"] != nil || tables["calendar_dates.txt"] != nil else {
            throw FeedProblem(name, "it has neither calendar.txt nor calendar_dates.txt")
        }
    }

    /// A table; an empty one where there is none.
    public subscript(name: String) -> CSVTable { CSVTable(tables[name] ?? []) }

    /// All bytes of a file; nil where there is none of that name.
    private static func bytes(of path: String) throws(FeedProblem) -> [UInt8]? {
        do { return try WholeFile.bytes(of: path, mostBytes: mostBytes) } catch {
            throw FeedProblem(path, error.description)
        }
    }
}

/// Why a feed can't be read.
public struct FeedProblem: Error, Equatable, CustomStringConvertible {
    /// Which file it is about, and what is wrong.
    public let description: String

    /// Something that is wrong with a file.
    public init(_ path: String, _ what: String) { description = "\(path): \(what)" }
}
