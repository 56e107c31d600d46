internal import Glibc
internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// A document that is handed to a running host.
struct NewDocument: Sendable {
    /// What stands for standard input.
    private static let standardInput = "-"

    /// As diagnostics and the history name it.
    let name: String
    let bytes: [UInt8]

    /// Reads a file, or what is written into this program.
    init(_ file: String) throws(SourceProblem) {
        name = file == Self.standardInput ? "standard input" : file
        bytes = file == Self.standardInput ? try Self.readInput() : try FileSource.read(file)
    }

    /// What is sent of it to a path.
    ///
    /// - Parameter query: What is said beside it, escaped.
    func request(_ path: String, _ query: [(name: String, value: String?)] = []) -> ClientRequest {
        let said = ([("name", name)] + query).compactMap { name, value in
            value.map { "\(name)=\(ClientRequest.escaped($0))" }
        }
        let isJSON = name.lowercased().hasSuffix(".json")
        return ClientRequest(
            "POST", "\(path)?\(said.joined(separator: "&"))", body: bytes,
            type: isJSON ? "application/json" : "application/yaml")
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
