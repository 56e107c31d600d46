internal import COpenSSL
internal import Glibc
internal import HostConfig
internal import HostSystem

/// What an address gave last, kept in the state folder for a start without the network.
struct KeptKeys {
    static let folder = "keys"
    private static let ending = ".json"

    private let folder: String
    private let name: String

    init(of address: WebAddress, in state: String) {
        folder = Path.join(state, Self.folder)
        // The address itself may hold what is secret, and what no file's name may.
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let url = Array(address.url.utf8)
        unsafe url.withUnsafeBufferPointer { url in
            unsafe digest.withUnsafeMutableBufferPointer {
                _ = unsafe SHA256(url.baseAddress, url.count, $0.baseAddress)
            }
        }
        name = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + Self.ending
    }

    /// The set that is saved; nil where there is none.
    func read() -> [UInt8]? {
        try? FileSource.read(Path.join(folder, name), most: IssuerLimits.setBytes + 1)
    }

    /// Replaces the saved set atomically: a reader finds either the old one or the new one.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw SystemError(code: errno) }
        makeRoom()
        let path = Path.join(folder, name)
        let fresh = path + ".new"
        do {
            let file = try Descriptor {
                unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
            var written = 0
            while written < bytes.count {
                written += try SystemError.check {
                    unsafe bytes.withUnsafeBytes { bytes in
                        guard let start = bytes.baseAddress else { return 0 }
                        return unsafe Glibc.write(file.number, start + written, bytes.count - written)
                    }
                }
            }
            _ = try SystemError.check { Int(fsync(file.number)) }
        }
        _ = try SystemError.check { unsafe Int(rename(fresh, path)) }
    }

    /// Takes away those of addresses that were named once; what is missing is asked for again.
    private func makeRoom() {
        guard let found = try? FolderNames.read(folder, most: 2 * IssuerLimits.keptFiles, where: { _ in true }),
            found.names.count >= IssuerLimits.keptFiles
        else { return }
        for other in found.names where other != name { _ = unsafe unlink(Path.join(folder, other)) }
    }
}
