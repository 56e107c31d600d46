internal import Glibc
internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// A configuration file, or those of a folder, to send to a running host.
struct NewDocument: Sendable {
    /// The operand that means standard input.
    private static let standardInput = "-"

    /// Its name in diagnostics and in the history.
    let name: String
    private let bytes: [UInt8]
    private let type: String

    /// Reads a file, all configuration files of a folder as `run --config` does, or standard input.
    init(_ file: String) throws(SourceProblem) {
        let texts =
            file == Self.standardInput
            ? [SourceText(name: "standard input", bytes: try Self.readInput())] : try LocalSource.read(file)
        // A folder with a single file is sent as a folder: the name of its file is not the operand.
        if let only = texts.first, texts.count == 1, file == Self.standardInput || only.name == file {
            (name, bytes) = (only.name, only.bytes)
            type = name.lowercased().hasSuffix(".json") ? "application/json" : "application/yaml"
            return
        }
        name = file
        guard let body = HandedDocuments.body(texts) else { throw .noText(path: file) }
        (bytes, type) = (body, HandedDocuments.type)
    }

    /// The request that sends it.
    ///
    /// - Parameter query: Further parameters of the URL, not yet escaped.
    func request(_ path: String, _ query: [(name: String, value: String?)] = []) -> ClientRequest {
        let said = ([("name", name)] + query).compactMap { name, value in
            value.map { "\(name)=\(ClientRequest.escaped($0))" }
        }
        return ClientRequest("POST", "\(path)?\(said.joined(separator: "&"))", body: bytes, type: type)
    }

    /// Reads standard input to its end, or until it is too large.
    private static func readInput() throws(SourceProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        do throws(SystemError) {
            while bytes.count < FileSource.mostBytes {
                let count = try SystemError.check { unsafe read(STDIN_FILENO, &part, part.count) }
                if count == 0 { break }
                bytes += part.prefix(count)
            }
            return bytes
        } catch { throw .unreadable(path: "standard input", because: error) }
    }
}
