@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostHTTP
internal import HostRuntime

/// `flagstand check`: reports all that is wrong with configuration files and with the features that they name.
enum CheckCommand {
    static func run(_ arguments: Arguments) async -> ExitCode {
        let file = arguments.operands[0]
        var diagnostics = Diagnostics()
        var content = ""
        do throws(SourceProblem) {
            let texts = try LocalSource.read(file)
            // A folder holds a host's configuration files; one of them may have flags alone.
            if let only = texts.first, only.name == file,
                FlagDocument(only.bytes, origin: Origin(file: file)).standsAlone
            {
                let flags = try FileFlags(file: file, asSource: true, now: SystemClock().now)
                let count = flags.program.flags.count
                return tell(flags.diagnostics, of: file, "\(count) \(count == 1 ? "flag" : "flags")", arguments)
            }
            let document = HostDocument(LayerTexts(local: texts), folder: LocalSource.folder(of: file))
            let survey = await Surroundings.catalog.survey(
                document.pluginFolders, opening: Set(document.namedFeatures), ways: document.ways)
            let checked = document.check(against: survey.known, secrets: .host)
            diagnostics = document.placing(survey.diagnostics)
            diagnostics.append(checked.diagnostics)
            diagnostics.append(document.diagnostics(of: await survey.complaints(about: checked.settings)).told)
            if let content = checked.content {
                diagnostics.append(document.startProblems(of: content))
                diagnostics.append(document.diagnostics(of: NamedFiles.complaints(of: content, at: SystemClock().now)))
                let flags = FileFlags(
                    content, named: document.namedFeatures, texts: texts, survey: survey, now: SystemClock().now)
                diagnostics.append(flags.diagnostics)
            }
            let enabled = (checked.content?.features ?? [:]).filter(\.value.isEnabled).keys.sorted()
            content = "on: \(enabled.inWords)"
        } catch {
            diagnostics.append(Diagnostics([Diagnostic(.error, file: file, message: error.message)]))
        }
        return tell(diagnostics, of: file, content, arguments)
    }

    /// Prints the diagnostics; of files without errors, a summary of their content.
    private static func tell(
        _ diagnostics: Diagnostics, of file: String, _ content: String, _ arguments: Arguments
    ) -> ExitCode {
        let isBad = diagnostics.hasErrors || (arguments.has(.strict) && !diagnostics.isEmpty)
        let code = isBad ? ExitCode.bad : .fine
        if arguments.has(.json) { return Output.print(diagnostics.value.prettyJSON + "\n", code) }
        let verdict = isBad ? "" : "\(file): fine; \(content)\n"
        return Output.print(diagnostics.text + verdict, code)
    }
}

extension [String] {
    fileprivate var inWords: String { isEmpty ? "nothing" : joined(separator: ", ") }
}
