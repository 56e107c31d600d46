@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostProof
internal import HostRuntime
internal import HostSystem
internal import JSON

/// `flagstand test`: proves features, each in a process of its own.
enum TestCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard isUsedRightly(arguments) else { return .misused }
        // Its children end once it is gone.
        Interrupts.endProcess()
        var documents: ProofJob.Documents?
        var hidden = Redaction.none
        if let file = arguments[.preflightDocument] {
            let layers = LayerTexts(local: try LocalSource.read(file))
            let folder = LocalSource.folder(of: file)
            documents = ProofJob.Documents(layers: layers, folder: folder)
            hidden = Redaction(HostDocument(layers, folder: folder).secrets(in: .host))
        }
        let report = arguments[.junit].map(ReportFile.init)
        if let problem = report?.problem {
            Output.error("flagstand test: error: \(problem)\n")
            return .bad
        }
        let document = try arguments.hostDocument()
        // The folders of further features would be in it.
        if let problems = document?.unreadable {
            Output.error(problems.text)
            return .bad
        }
        let features = await ProvenFeatures(
            arguments.has(.all) ? nil : arguments.operands, in: document?.pluginFolders ?? [],
            among: documents == nil ? nil : document?.namedFeatures)
        for complaint in features.complaints { Output.error(complaint) }
        guard !features.choices.isEmpty, arguments.has(.all) || features.complaints.isEmpty else { return .bad }

        let style = Surroundings.proofStyle
        var reports: [ProofReport] = []
        for (choice, way) in features.choices.flatMap({ choice in ways(arguments).map { (choice, $0) } }) {
            let job = ProofJob(
                feature: choice.id, folder: choice.folder, way: way, filter: arguments[.filter],
                cycles: arguments[.cycles].flatMap { Int($0) } ?? ProofJob.cycles, preflight: documents)
            // Nobody reads the output any more, so the cases that were not run need no report.
            guard let report = try await prove(job, hiding: hidden, style, isShown: !arguments.has(.json)) else {
                return .bad
            }
            reports.append(report)
        }
        if let filter = arguments[.filter], reports.allSatisfy({ $0.results.isEmpty && $0.hasPassed }) {
            Output.error("flagstand test: error: no case has \"\(filter.onOneLine)\" in its file or name\n")
            return .bad
        }
        if let report {
            do throws(SystemError) { try report.write(JUnitReport.xml(reports)) } catch {
                Output.error("flagstand test: error: \(report.path.onOneLine) can't be written: \(error)\n")
                return .bad
            }
        }
        let hasPassed = reports.allSatisfy(\.hasPassed) && features.complaints.isEmpty
        let code = hasPassed ? ExitCode.fine : .bad
        if arguments.has(.json) {
            let data: Value = ["passed": .boolean(hasPassed), "features": .list(reports.map(\.value))]
            return Output.print(data.prettyJSON + "\n", code)
        }
        let shown = reports.count > 1 ? Output.print(ProofText.summary(of: reports, style: style), code) : code
        if !features.complaints.isEmpty {
            Output.error("flagstand test: error: not everything could be tested; see above\n")
        }
        return shown
    }

    /// Where each feature runs, one way after the other.
    private static func ways(_ arguments: Arguments) -> [RunMode?] {
        guard let word = arguments[.runs] else { return [nil] }
        return RunMode(rawValue: word).map { [$0] } ?? RunMode.allCases
    }

    private static func isUsedRightly(_ arguments: Arguments) -> Bool {
        let problem: String
        if arguments.operands.isEmpty, !arguments.has(.all) {
            problem = "FEATURE is missing; name one, or use --all"
        } else if !arguments.operands.isEmpty, arguments.has(.all) {
            problem = "--all does not go with FEATURE"
        } else if arguments.has(.cycles), arguments.has(.preflightDocument) {
            problem = "--cycles does not go with --config, which tries one start and stop"
        } else {
            return true
        }
        Output.error("flagstand test: error: \(problem)\nTry \"flagstand test --help\".\n")
        return false
    }

    /// The report; nil if the output can't be written.
    private static func prove(
        _ job: ProofJob, hiding hidden: Redaction, _ style: ProofText.Style, isShown: Bool
    ) async throws(SystemError) -> ProofReport? {
        let proving = try Proving(
            job, by: Proving.program(beside: Surroundings.program), environment: Surroundings.environment,
            hiding: hidden)
        let text = Lock(ProofText(job.feature, job.way, style: style))
        let isHeard = Lock(true)
        let report = try await proving.run { news in
            guard isShown, isHeard.withLock({ $0 }) else { return }
            let shown = text.withLock { $0.text(of: news) }
            guard Output.print(shown) != .fine else { return }
            isHeard.withLock { $0 = false }
            proving.stop()
        }
        guard isHeard.withLock({ $0 }) else { return nil }
        guard isShown else { return report }
        return Output.print(text.withLock { $0.end(report) }) == .fine ? report : nil
    }
}

extension Surroundings {
    /// The style of the output on standard output.
    fileprivate static var proofStyle: ProofText.Style {
        let isLive = Output.isTerminal && environment["TERM"] != "dumb"
        switch LogStyle.fitting(isTerminal: Output.isTerminal, environment: environment) {
        case .text(let colours): return ProofText.Style(hasColours: colours, isLive: isLive)
        case .json: return ProofText.Style(hasColours: false, isLive: false)
        }
    }
}
