@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// Files that never change, each named by the SHA-256 of its bytes, by which damage is noticed.
struct BlobFolder: Sendable {
    /// The most bytes of a file.
    static let mostBytes = 64 * 1024 * 1024
    /// How many names are read.
    private static let mostNames = 100_000

    /// Why a file can't be read.
    enum Fault: Error, Sendable, Hashable {
        case missing
        case damaged
        case unreadable(String)
        /// It is whole, but another version of the host wrote it.
        case foreign
    }

    let path: String
    let disk: any Disk

    /// Reads the file with this digest.
    func read(_ digest: String) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SourceProblem) { bytes = try disk.read(Path.join(path, digest), most: Self.mostBytes) } catch {
            if case .missing = error { throw .missing }
            throw .unreadable(error.message)
        }
        guard SHA256.hexDigest(of: bytes) == digest else { throw .damaged }
        return bytes
    }

    /// The names of all files, also of those that a crash left half written.
    var names: Set<String> { Set((try? disk.names(in: path, most: Self.mostNames)) ?? []) }

    /// Writes blobs to disk under their names.
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

    /// Removes files that nothing names any more; what can't be removed is tried again the next time.
    func remove(_ names: Set<String>) {
        for name in names.sorted() { try? disk.remove(Path.join(path, name)) }
    }
}
