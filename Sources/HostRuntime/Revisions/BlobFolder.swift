@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Files that never change, each named by the SHA-256 of its bytes: a name tells whether they are what was written.
struct BlobFolder: Sendable {
    /// The most bytes of one.
    static let mostBytes = 64 * 1024 * 1024
    /// How many names are looked at.
    private static let mostNames = 100_000

    /// Why one can't be read.
    enum Fault: Error, Sendable, Hashable {
        case missing
        case damaged
        case unreadable(String)
        /// It is what was written, but by another version of the host.
        case foreign
    }

    let path: String
    let disk: any Disk

    /// Reads one.
    func read(_ digest: String) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SourceProblem) { bytes = try disk.read(Path.join(path, digest), most: Self.mostBytes) } catch {
            if case .missing = error { throw .missing }
            throw .unreadable(error.message)
        }
        guard SHA256.hexDigest(of: bytes) == digest else { throw .damaged }
        return bytes
    }

    /// The names of all that lie there, and of what a crash left half written.
    var names: Set<String> { Set((try? disk.names(in: path, most: Self.mostNames)) ?? []) }

    /// Has blobs on the disk with their names.
    func write(_ blobs: [String: [UInt8]]) throws(SystemError) {
        for (digest, bytes) in blobs.sorted(by: { $0.key < $1.key }) {
            let place = Path.join(path, digest)
            let new = "\(place).new"
            do throws(SystemError) {
                try disk.write(bytes, to: new)
                try disk.rename(new, to: place)
            } catch {
                try? disk.remove(new)
                throw error
            }
        }
        try disk.sync(folder: path)
    }

    /// Removes what nothing names any more; what can't be removed goes the next time.
    func remove(_ names: Set<String>) {
        for name in names.sorted() { try? disk.remove(Path.join(path, name)) }
    }
}
