package import HostSystem

/// What the command line and the environment say of a host.
package struct HostOptions: Sendable {
    /// The document that says what runs.
    package var document: String
    /// The folder for what outlives the host, where one was named.
    package var state: String?
    /// Where to listen instead of where the document says.
    package var listen: ListenAddress?
    /// The path of the program, beside which the features lie.
    package var program: String
    package var environment: [String: String]

    package init(
        document: String, state: String? = nil, listen: ListenAddress? = nil, program: String,
        environment: [String: String]
    ) {
        self.document = document
        self.state = state
        self.listen = listen
        self.program = program
        self.environment = environment
    }
}
