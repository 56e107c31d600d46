internal import CURL
internal import FeatureKit
internal import HostSystem

/// A document at an address, which is asked for whether it has changed.
package struct URLSource: Sendable {
    /// What came back.
    package enum Answer: Sendable, Equatable {
        /// It is as the entity tag says.
        case unchanged
        case document(URLDocument)
    }

    /// How often an answer may point elsewhere.
    package static let mostRedirects = 5

    package let address: String
    /// How long an answer may take, from the first step to the last byte.
    package let timeout: Duration
    let bearer: Secret?
    let proxy: String?

    package init(address: String, timeout: Duration) {
        self.init(WebAddress(url: address, every: .zero, timeout: timeout))
    }

    package init(_ address: WebAddress) {
        self.address = address.url
        timeout = address.timeout
        bearer = address.bearer
        proxy = address.proxy
    }

    /// Asks once, on a thread of its own; a cancelled task gives up within a second.
    ///
    /// - Parameter tag: The entity tag of what is known.
    package func answer(knowing tag: String?) async throws(URLProblem) -> Answer {
        let stop = StopSign()
        let outcome = await withTaskCancellationHandler {
            await ask(knowing: tag, stop: stop)
        } onCancel: {
            stop.raise()
        }
        return try outcome.get()
    }

    private func ask(knowing tag: String?, stop: StopSign) async -> Result<Answer, URLProblem> {
        do throws(SystemError) {
            return try await OwnedThread.run("fetch") {
                Result { () throws(URLProblem) in try URLTransfer(self, knowing: tag, stop: stop).answer() }
            }
        } catch { return .failure(URLProblem(address: address, .noThread(error))) }
    }
}

/// A document as an address sent it.
package struct URLDocument: Sendable, Equatable {
    package let bytes: [UInt8]
    /// What it is asked for with the next time.
    package let tag: String?
    package let contentType: String?
    /// For how long it holds, where the address says so.
    package var maxAge: Duration?
}
