import FeatureKit
import Glibc

/// Why a secret could not be had.
enum SecretProblem: Error, Equatable {
    case notSet
    case unreadable(String)
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
        let content =
            switch reference.place {
            case .environment(let name): try read(name)
            case .file(let path): try Self.read(path)
            }
        guard let text = content else { throw .notText }
        guard text.utf8.count <= Self.largest else { throw .tooLarge(most: Self.largest) }
        let end = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? 1 : 0
        guard text.count > end else { throw .empty }
        return Secret(String(text.dropLast(end)))
    }

    private func read(_ name: String) throws(SecretProblem) -> String? {
        guard let text = variable(name) else { throw .notSet }
        return text
    }

    /// The file's text; nil where it is none.
    private static func read(_ path: String) throws(SecretProblem) -> String? {
        do throws(SourceProblem) {
            let bytes = try FileSource.read(path)
            return String(validating: bytes, as: UTF8.self)
        } catch {
            throw .unreadable(error.message)
        }
    }
}
