package import WebClient

/// A document at an address, which is asked for whether it has changed.
package struct URLSource: Sendable {
    private let question: WebQuestion

    package init(address: String, timeout: Duration) {
        self.init(WebAddress(url: address, every: .zero, timeout: timeout))
    }

    package init(_ address: WebAddress) {
        var question = WebQuestion(
            address.url, patience: .whole(address.timeout), mostBytes: ReadingLimits.standard.bytes)
        question.accept = "application/json, application/yaml;q=0.9, */*;q=0.5"
        question.bearer = address.bearer
        question.proxy = address.proxy
        self.question = question
    }

    /// Asks once, on a thread of its own; a cancelled task gives up at once.
    ///
    /// - Parameter tag: The entity tag of what is known.
    package func answer(knowing tag: String?) async throws(WebProblem) -> WebAnswer {
        try await question.document(knowing: tag)
    }
}
