@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostRuntime

/// The flags that a command is about.
enum NamedFlags {
    /// Those of a running host.
    case host
    case flags(FileFlags)
    /// The file has errors, which were printed.
    case unusable
}

extension Arguments {
    /// The attributes of the person for whom a flag is evaluated.
    var person: Members {
        var members = Members()
        members["targetingKey"] = self[.person].map { .text($0) }
        for attribute in operands.dropFirst().compactMap(Attribute.init) { members[attribute.name] = attribute.value }
        return members
    }
}

extension FileFlags {
    /// The flags that a command names; prints their errors.
    static func named(by arguments: Arguments) async throws(SourceProblem) -> NamedFlags {
        guard let file = arguments[.flags] ?? arguments[.document] else { return .host }
        let now = SystemClock().now
        let flags: FileFlags
        if arguments.has(.flags) {
            flags = try FileFlags(file: file, now: now)
        } else {
            let texts = try LocalSource.read(file)
            let document = HostDocument(LayerTexts(local: texts), folder: LocalSource.folder(of: file))
            let survey = await Surroundings.catalog.survey(
                document.pluginFolders, opening: Set(document.namedFeatures), ways: document.ways)
            let checked = document.check(against: survey.known, secrets: .host)
            guard let content = checked.content else {
                Output.error(checked.diagnostics.text)
                return .unusable
            }
            flags = FileFlags(
                content, named: document.namedFeatures, texts: texts, survey: survey, now: now)
        }
        // Warnings are left to `flagstand check`.
        let errors = flags.diagnostics.list.filter { $0.severity == .error }
        guard !errors.isEmpty else { return .flags(flags) }
        Output.error(Diagnostics(errors).text)
        return .unusable
    }
}
