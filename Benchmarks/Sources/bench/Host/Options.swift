import Measures

/// What the command line says: `run.sh` writes it, so all of it is required.
struct Options {
    /// The host's release build, with its features beside it.
    let host: String
    /// The folder of the repository.
    let root: String
    /// The folder with our own feature.
    let units: String
    /// The peer of the fan-out rows.
    let go: String
    /// An empty folder for documents and state.
    let scratch: String

    init(_ arguments: [String]) throws {
        var given: [String: String] = [:]
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchError("\(name) needs a value") }
            given[name] = value
        }
        func take(_ name: String) throws -> String {
            guard let value = given.removeValue(forKey: name) else { throw BenchError("\(name) is missing") }
            return value
        }
        host = try take("--host")
        root = try take("--root")
        units = try take("--units")
        go = try take("--go")
        scratch = try take("--scratch")
        if let unknown = given.keys.min() { throw BenchError("unknown option \(unknown)") }
    }
}
