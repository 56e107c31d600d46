/// Why there is no figure; every wording is here.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    static func system(_ call: String, _ code: Int32) -> BenchError {
        BenchError(description: "\(call): errno \(code)")
    }

    static func silent(_ program: String, _ awaited: String, _ lines: [String]) -> BenchError {
        let said = lines.isEmpty ? "it said nothing" : "it said last:\n  " + lines.joined(separator: "\n  ")
        return BenchError(description: "\(program): waited in vain for \(awaited); \(said)")
    }

    static func ended(_ program: String, _ status: Int32, _ lines: [String]) -> BenchError {
        let said = lines.isEmpty ? "" : ":\n  " + lines.joined(separator: "\n  ")
        return BenchError(description: "\(program): ended with \(status)\(said)")
    }

    static func noNumber(_ program: String, _ text: String) -> BenchError {
        BenchError(description: "\(program): printed no number of nanoseconds but \"\(text)\"")
    }

    static func noFigures(_ path: String) -> BenchError { BenchError(description: "can't read \(path)") }

    static func usage(_ mistake: String) -> BenchError {
        BenchError(
            description:
                "\(mistake); usage: bench --host FILE --root DIR --units DIR --go FILE --scratch DIR --results FILE")
    }
}
