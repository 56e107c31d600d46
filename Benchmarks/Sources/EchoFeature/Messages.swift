import FeatureKit

/// The question: 147 bytes of JSON, as an app asks for a flag.
@Record struct Question {
    @Record struct Context {
        /// Who asks.
        @Text(1...100) var targetingKey: String
        /// Their address.
        @Text(1...100) var email: String
        /// Where they are.
        @Text(2...2) var country: String
        /// What they pay for.
        @Text(1...100) var plan: String
        /// Which app they have.
        @Text(1...100) var version: String
        /// Whether they try what is new.
        var beta: Bool
        /// How old they are.
        @In(0...150) var age: Int
    }

    /// What is known of who asks.
    var context: Context
}

/// A question without a body.
@Record struct Lookup {
    /// The flag.
    @Text(1...100) var key: String
    /// Whether they try what is new.
    var beta = false
}

/// The answer: 117 bytes of JSON.
@Record struct Answer {
    @Record struct Metadata {
        /// The set that the flag is in.
        var flagSetId: String
        /// The set's version.
        var version: String
    }

    /// The flag.
    var key: String
    /// Its value.
    var value: Bool
    /// The value's name.
    var variant: String
    /// Why it is that one.
    var reason: String
    /// Where it comes from.
    var metadata: Metadata

    /// Depends on the question, so that nobody can leave out reading it.
    init(key: String, beta: Bool) {
        self.init(
            key: key, value: beta, variant: beta ? "on" : "off", reason: "TARGETING_MATCH",
            metadata: Metadata(flagSetId: "default", version: "v12"))
    }
}

/// A number that goes to everyone who watches.
@Record struct Tick {
    /// Which one it is.
    var number: Int
}
