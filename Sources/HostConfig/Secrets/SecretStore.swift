import FeatureKit
import Glibc

/// Why a secret could not be had.
enum SecretProblem: Error, Equatable {
    case notSet
    case unreadable(String)
    case notAFile
    case empty
    case tooLarge(most: Int)
    case notText
}

/// Finds the secrets that documents refer to.
package struct SecretStore: Sendable {
    /// The most bytes of a secret.
    package static let largest = 64 * 1024

    private let variable: @Sendable (String) -> String?

    /// - Parameter variable: Looks a variable of the environment up.
    package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

    /// The secrets of the host's own environment, which it never changes, and of files.
    package static let host = SecretStore { name in
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// The secret, without the line end that most files close with.
    func secret(_ reference: SecretReference) throws(SecretProblem) -> Secret {
        let text =
            switch reference.place {
            case .environment(let name): try read(name)
            case .file(let path): try Self.read(path)
            }
        guard text.utf8.count <= Self.largest else { throw .tooLarge(most: Self.largest) }
        let end = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? 1 : 0
        guard text.count > end else { throw .empty }
        return Secret(String(text.dropLast(end)))
    }

    private func read(_ name: String) throws(SecretProblem) -> String {
        guard let text = variable(name) else { throw .notSet }
        return text
    }

    private static func read(_ path: String) throws(SecretProblem) -> String {
        // Without waiting: a pipe that nobody writes to must not hold the host up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable() }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw unreadable() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        var bytes: [UInt8] = []
        while bytes.count <= largest {
            var chunk = [UInt8](repeating: 0, count: largest + 1)
            let count = unsafe Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable() }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        guard bytes.count <= largest else { throw .tooLarge(most: largest) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }

    private static func unreadable() -> SecretProblem {
        .unreadable(unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)")
    }
}
