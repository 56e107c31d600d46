/// Something that the program can be told to do, and what has to be said with it.
package struct Command: Sendable, Equatable {
    /// What may be said in any place after the command: `--json`, or `--state DIR` with a value.
    package struct Option: Sendable, Hashable {
        /// With its dashes.
        package let name: String
        /// What stands for the value in the usage; nil for an option without a value.
        package let value: String?
        package let summary: String
        /// What the value has to be.
        package let form: Form
        /// The name of another option without which this one says nothing.
        package let needs: String?
        /// Whether the command can't do without it.
        package let isRequired: Bool

        /// Makes an option.
        package init(
            _ name: String, _ value: String? = nil, _ summary: String, form: Form = .anything, needs: String? = nil,
            isRequired: Bool = false
        ) {
            self.isRequired = isRequired
            self.name = name
            self.value = value
            self.summary = summary
            self.form = form
            self.needs = needs
        }
    }

    /// What an option's value or an operand has to be.
    package enum Form: Sendable, Hashable {
        case anything
        /// A `ListenAddress`.
        case address
        case choice([String])
        /// A whole number from 1 on.
        case count
        /// `name=text`.
        case pair
        /// `name=text,name=text`.
        case pairs
        /// An `Attribute`.
        case attribute
        /// A duration within these bounds.
        case duration(ClosedRange<Duration>)
        /// A `Percentage`, or `reset`.
        case percentageOrReset
        /// An `OverrideTarget`.
        case target
        /// What an operator's token may be called.
        case tokenName
    }

    /// What has to be said in its place: `FILE`.
    package struct Operand: Sendable, Hashable {
        package let name: String
        package let summary: String
        /// What it has to be.
        package let form: Form
        /// Whether it may be said any number of times, none included; only the last one may.
        package let repeats: Bool

        /// Makes an operand.
        package init(_ name: String, _ summary: String, form: Form = .anything, repeats: Bool = false) {
            self.name = name
            self.summary = summary
            self.form = form
            self.repeats = repeats
        }
    }

    package let name: String
    package let summary: String
    package let operands: [Operand]
    package let options: [Option]
    /// How it is typed, without the program's name.
    package let example: String

    /// Makes a command.
    package init(
        _ name: String, _ summary: String, operands: [Operand] = [], options: [Option] = [], example: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
        self.example = example
    }
}
