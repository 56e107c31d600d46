import Measures

extension BenchError {
    static func silent(_ program: String, _ awaited: String, _ lines: [String]) -> BenchError {
        let said = lines.isEmpty ? "it said nothing" : "it said last:\n  " + lines.joined(separator: "\n  ")
        return BenchError("\(program): \(awaited) did not come; \(said)")
    }

    static func ended(_ program: String, _ status: Int32, _ lines: [String]) -> BenchError {
        let said = lines.isEmpty ? "" : ":\n  " + lines.joined(separator: "\n  ")
        return BenchError("\(program): ended with \(status)\(said)")
    }
}
