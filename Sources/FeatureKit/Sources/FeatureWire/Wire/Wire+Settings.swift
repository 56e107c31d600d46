@_spi(Hosting) public import FeatureKit

// What a feature finds wrong with settings.

@_spi(Hosting) extension WireMessage {
    /// Asks a worker to check settings.
    public static func checkSettings(_ settings: Value) -> WireMessage {
        WireMessage(.checkSettings) { $0.value(settings) }
    }

    /// Says what is wrong with settings, as much of it as is told.
    static func settingsProblems(_ problems: [SettingsProblem]) -> WireMessage {
        WireMessage(.settingsProblems) { writer in
            writer.list(problems.prefix(SettingsProblem.most)) { writer, problem in
                writer.path(problem.path)
                writer.text(String(problem.sentence.prefix(SettingsProblem.longestSentence)))
            }
        }
    }

    /// What the message says is wrong with settings.
    public func settingsProblems() throws(WireError) -> [SettingsProblem] {
        guard kind == .settingsProblems else { throw .malformed("\(kind.rawValue) says nothing about settings") }
        return try read { (reader) throws(WireError) in
            try reader.list { (reader) throws(WireError) in
                SettingsProblem(at: try reader.path(), try reader.text())
            }
        }
    }
}
