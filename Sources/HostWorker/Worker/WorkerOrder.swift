/// What a worker is started for: the arguments of its program, as both sides understand them.
struct WorkerOrder: Equatable {
    enum Purpose: String {
        /// Says what the feature is made of.
        case describe
        /// Says what the feature finds wrong with settings.
        case check
        /// Runs it.
        case run
        /// Runs it with a clock that is told, and says when it rests.
        case rehearse

        /// Whether the feature lives in it.
        var isLife: Bool { self == .run || self == .rehearse }
    }

    /// The descriptors that it finds besides the usual three.
    static let wire: Int32 = 3
    static let lastWords: Int32 = 4

    var purpose: Purpose
    var id: String
    var library: String
    var needed: [String]

    init(_ purpose: Purpose, id: String, library: String, needed: [String]) {
        (self.purpose, self.id, self.library, self.needed) = (purpose, id, library, needed)
    }

    init?(_ arguments: some Collection<String>) {
        let words = Array(arguments)
        guard words.count >= 3, let purpose = Purpose(rawValue: words[0]) else { return nil }
        self.init(purpose, id: words[1], library: words[2], needed: Array(words[3...]))
    }

    var arguments: [String] { [purpose.rawValue, id, library] + needed }
}
