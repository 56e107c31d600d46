@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// `flagstand check`: everything that is wrong with a document, and with the features that it names.
enum CheckCommand {
    static func run(_ arguments: Arguments) async -> ExitCode {
        let file = arguments.operands[0]
        var diagnostics = Diagnostics()
        var enabled: [String] = []
        do throws(SourceProblem) {
            let bytes = try FileSource.read(file)
            let document = HostDocument(bytes, origin: Origin(file: file))
            let survey = await Surroundings.catalog.survey(
                document.pluginFolders, opening: Set(document.namedFeatures))
            let checked = document.check(against: survey.known, secrets: .host)
            diagnostics = survey.diagnostics
            diagnostics.append(checked.diagnostics)
            if let content = checked.content {
                diagnostics.append(document.startProblems(of: content))
                let flags = FileFlags(
                    content, named: document.namedFeatures, bytes: bytes, file: file, survey: survey,
                    now: SystemClock().now)
                diagnostics.append(flags.diagnostics)
            }
            enabled = (checked.content?.features ?? [:]).filter(\.value.isEnabled).keys.sorted()
        } catch {
            diagnostics.append(Diagnostics([Diagnostic(.error, file: file, message: error.message)]))
        }
        let isBad = diagnostics.hasErrors || (arguments.has(.strict) && !diagnostics.isEmpty)
        let code = isBad ? ExitCode.bad : .fine
        if arguments.has(.json) { return Output.print(diagnostics.data.prettyJSON + "\n", code) }
        let verdict = isBad ? "" : "\(file): fine; on: \(enabled.inWords)\n"
        return Output.print(diagnostics.text + verdict, code)
    }
}

extension Diagnostics {
    /// All of them for programs.
    fileprivate var data: Value {
        .list(
            list.map { diagnostic in
                var members: Members = [
                    "file": .text(diagnostic.file), "severity": .text(diagnostic.severity.rawValue),
                    "message": .text(diagnostic.message),
                ]
                members["line"] = diagnostic.mark.map { .integer(Int64($0.line)) }
                members["column"] = diagnostic.mark.map { .integer(Int64($0.column)) }
                members["suggestion"] = diagnostic.suggestion.map { .text($0) }
                return .object(members)
            })
    }
}

extension [String] {
    fileprivate var inWords: String { isEmpty ? "nothing" : joined(separator: ", ") }
}
