@_spi(Hosting) import FeatureKit

/// What a feature's own process may take.
package struct WorkerBounds: Sendable, Equatable {
    /// How many bytes of memory it may hold, with all that it starts.
    package let memory: Int
    /// For how long it may not answer.
    package let hang: Duration

    package init(memory: Int = 512 << 20, hang: Duration = .seconds(10)) {
        self.memory = memory
        self.hang = hang
    }
}

/// The section `worker` of a feature, in documents and in manifests: what its process may take.
///
/// All of it may be left out; so there are no defaults in its Shape, or what a manifest advises could not stand below
/// what a document leaves out.
package struct WorkerSection: Sendable, Equatable {
    package var memory: Int?
    package var hang: Duration?

    static let name = "worker"
    /// With less no process of a feature comes up.
    static let leastMemory = 32 << 20

    static let shape = Shape.object([
        Field(
            memoryName, .text(), "How many bytes of memory it may hold, such as 512MiB, with all that it starts.",
            optional: true),
        Field(
            "hang", .duration(in: .seconds(1) ... .seconds(3_600)), "For how long it may not answer.", optional: true),
    ])

    static let memoryName = "memory"

    /// Says nothing.
    package init(memory: Int? = nil, hang: Duration? = nil) {
        self.memory = memory
        self.hang = hang
    }

    /// Takes what a section says that has been checked.
    init(_ section: Value?) {
        if case .text(let text)? = section?[Self.memoryName] { memory = SizeText.parse(text) }
        if case .text(let text)? = section?["hang"] { hang = DurationText.parse(text) }
    }

    /// The limits: each from this section, else from the manifest's, else the default.
    package func bounds(over advice: WorkerSection) -> WorkerBounds {
        let usual = WorkerBounds()
        return WorkerBounds(
            memory: memory ?? advice.memory ?? usual.memory, hang: hang ?? advice.hang ?? usual.hang)
    }

    /// What is wrong with the size in a section; nil where nothing is, or the Shape says so already.
    static func problem(in section: Value?) -> Problem? {
        guard case .text(let text)? = section?[memoryName] else { return nil }
        guard TextRule.size.allows(text) else { return .badText(.size, text) }
        guard let bytes = SizeText.parse(text), bytes < leastMemory else { return nil }
        return .tooLittleMemory(text, least: leastMemory)
    }
}
