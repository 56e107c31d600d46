internal import Crypto
public import Delivery
internal import Glibc
internal import WebClient

/// A folder that takes mails as `.eml` files which only their owner can read, in the place of a mail server.
public struct MailFolder: Sendable {
    /// The longest Message-ID that is a file's name as it is.
    private static let longestName = 200

    private let path: String

    /// A folder, which is made with the first mail.
    public init(_ path: String) { self.path = path }

    /// Writes a mail; it replaces one with the same Message-ID.
    public func deliver(_ message: MailMessage) async -> DeliveryOutcome {
        let bytes: [UInt8]
        do throws(MailMessage.Problem) { bytes = try message.bytes() } catch { return .refused(.invalid(error.part)) }
        let name = Self.name(of: message.id)
        do throws(WebThread.Failure) {
            let code = try await WebThread.run { write(bytes, name) }
            return code == 0 ? .delivered(receipt: name) : .retry(after: nil, .file(code))
        } catch { return .retry(after: nil, .file(error.code)) }
    }

    /// The name of a mail's file: its id, or a digest of one that can't be a name.
    static func name(of id: String) -> String {
        let isFit =
            id.utf8.count <= longestName && id.first != "."
            && id.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || "-_.@+".utf8.contains($0)
            }
        return (isFit ? id : Base64URL.text(Hash.sha256(Array(id.utf8)))) + ".eml"
    }

    /// Writes a file whole or not at all; returns the number of the system's error, 0 for none.
    private func write(_ bytes: [UInt8], _ name: String) -> Int32 {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { return errno }
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return errno }
        defer { close(folder) }
        var facts = stat()
        guard unsafe fstat(folder, &facts) == 0 else { return errno }
        // Mails hold secrets, such as links that confirm an account.
        guard facts.st_mode & 0o077 == 0 else { return EPERM }
        let fresh = ".\(name).new"
        let file = unsafe openat(folder, fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return errno }
        let code = fill(file, bytes)
        close(file)
        guard code == 0 else { return code }
        guard unsafe renameat(folder, fresh, folder, name) == 0, fsync(folder) == 0 else { return errno }
        return 0
    }

    private func fill(_ file: Int32, _ bytes: [UInt8]) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return fsync(file) == 0 ? 0 : errno
    }
}
