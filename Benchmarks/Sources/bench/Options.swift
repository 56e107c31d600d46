/// What the command line says.
struct Options {
    let fanout: String
    let go: String
    let results: String
    /// The host and the folder of the repository; without them its rows are left out.
    let host: (program: String, root: String, scratch: String)?

    init(_ arguments: [String]) throws {
        var given: [String: String] = [:]
        var rest = arguments[...]
        let known = ["--fanout", "--go", "--results", "--host", "--root", "--scratch"]
        while let name = rest.popFirst() {
            guard known.contains(name) else { throw BenchError.usage("unknown option \(name)") }
            guard let value = rest.popFirst() else { throw BenchError.usage("\(name) needs a value") }
            given[name] = value
        }
        func required(_ name: String) throws -> String {
            guard let value = given[name] else { throw BenchError.usage("\(name) is missing") }
            return value
        }
        fanout = try required("--fanout")
        go = try required("--go")
        results = try required("--results")
        host = try given["--host"].map { ($0, try required("--root"), try required("--scratch")) }
    }
}
