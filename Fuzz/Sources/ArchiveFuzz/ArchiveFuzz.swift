import Archives
import Glibc
import Harness

/// An archive keeps its limits whatever its bytes say; what was read is the same once it was written and read again.
@main enum ArchiveHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = Archive.Limits()
    (limits.entries, limits.bytes, limits.ratio) = (50, 1 << 22, 100)
    let archive: Archive
    do throws(ArchiveProblem) {
        archive = try Archive(Array(UnsafeBufferPointer(start: start, count: count)), limits: limits)
    } catch {
        require(!error.description.isEmpty, "an error without words")
        return 0
    }
    let entries = archive.entries
    require(entries.count <= limits.entries, "more files than the limit")
    require(entries.reduce(0) { $0 + $1.size } <= limits.bytes, "more bytes than the limit")
    require(Set(entries.map(\.name)).count == entries.count, "a name twice")
    var files: [ArchiveWriter.File] = []
    for entry in entries {
        let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
        require(!entry.name.hasPrefix("/") && !parts.contains(".."), "a name that leaves the folder")
        guard let bytes = try? archive.bytes(of: entry) else { continue }
        require(bytes.count == entry.size, "another size than it says")
        files.append(.init(entry.name, bytes))
    }
    guard !files.isEmpty else { return 0 }
    guard let written = try? ArchiveWriter.bytes(of: files), let again = try? Archive(written) else {
        require(false, "what was read can't be written and read again")
        return 0
    }
    require(again.entries.map(\.name) == files.map(\.name), "other names")
    for (entry, file) in zip(again.entries, files) {
        require((try? again.bytes(of: entry)) == file.bytes, "other bytes")
    }
    return 0
}
