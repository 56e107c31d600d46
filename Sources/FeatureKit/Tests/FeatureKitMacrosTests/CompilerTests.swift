import Foundation
import Testing

/// What the compiler says of a record whose types don't fit their markers: only it knows, and it says it at the property.
struct CompilerTests {
    @Test func `types that don't fit are errors at their property`() throws {
        let found = try Compiler().messages(of: "Misfits")
        try Golden.compare(found.joined(separator: "\n") + "\n", with: "Misfits.messages")
    }

    @Test func `what was forgotten is the only error, however much uses the code that is made`() throws {
        let found = try Compiler().messages(of: "Forgotten", withMadeCode: true)
        try Golden.compare(found.joined(separator: "\n") + "\n", with: "Forgotten.messages")
    }
}

/// The compiler with the kit and the macros that this test was built with.
private struct Compiler {
    /// Where the build leaves modules and programs.
    private let built: URL

    init() throws {
        let program = try URL(filePath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        built = program.deletingLastPathComponent()
    }

    /// The errors in a file beside the golden ones, each as `line:column: text`, in the file's order; those in what a
    /// macro made are told where its attribute or its property stands.
    func messages(of name: String, withMadeCode: Bool = false) throws -> [String] {
        // The compiler takes no file with another ending; with this one in the package it would be linted.
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/\(name).swift")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        try Golden.input("\(name).source").write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "swift", "-parse-as-library",
            "-module-name", "Misfits", "-I", built.appending(path: "Modules").path, "-load-plugin-executable",
            built.appending(path: "FeatureKitMacros-tool").path + "#FeatureKitMacros", file.path,
        ]
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let found = Self.messages(in: String(decoding: output, as: UTF8.self), of: "\(name).swift")
        // Where types don't fit, the code of the whole record or group can't compile either; what is said of that
        // besides helps nobody.
        return found.filter { withMadeCode || !$0.hasSuffix("(in @Record)") && !$0.hasSuffix("(in @Routes)") }
    }

    private static func messages(in output: String, of name: String) -> [String] {
        var found: [(line: Int, column: Int, text: String)] = []
        // What was said of generated code, until the note that tells where that comes from.
        var open: String?
        for line in output.split(separator: "\n") {
            if let said = line.firstMatch(of: #/^macro expansion (@\w+):\d+:\d+: error: (.*)$/#) {
                open = "\(said.2) (in \(said.1))"
            } else if let place = line.firstMatch(of: #/([^\/]+):(\d+):(\d+): (error|note): (.*)$/#),
                place.1 == name, let row = Int(place.2), let column = Int(place.3)
            {
                if place.4 == "error" { open = String(place.5) }
                guard let text = open else { continue }
                found.append((row, column, text))
                open = nil
            }
        }
        return found.sorted { ($0.line, $0.column, $0.text) < ($1.line, $1.column, $1.text) }
            .map { "\($0.line):\($0.column): \($0.text)" }
    }
}
