internal import Glibc
internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// A document, or those of a folder, handed to a running host.
struct NewDocument: Sendable {
    /// What stands for standard input.
    private static let standardInput = "-"

    /// As diagnostics and the history name it.
    let name: String
    private let bytes: [UInt8]
    private let type: String

    /// Reads a file, all documents of a folder as `run --config` does, or what is written into this program.
    init(_ file: String) throws(SourceProblem) {
        let texts =
            file == Self.standardInput
            ? [SourceText(name: "standard input", bytes: try Self.readInput())] : try LocalSource.read(file)
        // A folder with one document is one, too: its document is called otherwise.
        if let only = texts.first, texts.count == 1, file == Self.standardInput || only.name == file {
            (name, bytes) = (only.name, only.bytes)
            type = name.lowercased().hasSuffix(".json") ? "application/json" : "application/yaml"
            return
        }
        name = file
        guard let body = HandedDocuments.body(texts) else { throw .noText(path: file) }
        (bytes, type) = (body, HandedDocuments.type)
    }

    /// What is sent of it to a path.
    ///
    /// - Parameter query: What is said beside it, escaped.
    func request(_ path: String, _ query: [(name: String, value: String?)] = []) -> ClientRequest {
        let said = ([("name", name)] + query).compactMap { name, value in
            value.map { "\(name)=\(ClientRequest.escaped($0))" }
        }
        return ClientRequest("POST", "\(path)?\(said.joined(separator: "&"))", body: bytes, type: type)
    }

    /// Reads until its end, or as much as is enough to see that it is too much.
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
