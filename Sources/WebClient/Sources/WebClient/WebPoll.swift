public import FeatureKit

/// A document of the web that is asked for again and again, by its entity tag once it is known.
public struct WebPoll: Sendable {
    /// What comes of asking.
    public enum News: Equatable, Sendable {
        case document(WebDocument)
        /// The server says that it is as it was.
        case unchanged
        case lost(WebProblem)
    }

    private let question: WebQuestion
    private let every: Duration
    private let longestPause: Duration
    private let clock: FeatureClock

    /// Plans to ask; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - every: How often it is asked while all is well.
    ///   - longestPause: The longest pause after failures, however long the server wants not to be asked.
    public init(_ question: WebQuestion, every: Duration, longestPause: Duration, clock: FeatureClock) {
        (self.question, self.every, self.longestPause, self.clock) = (question, every, longestPause, clock)
    }

    /// Hands out what comes, until the feature is asked to stop or the task is cancelled.
    ///
    /// - Parameter take: Takes news; false where a document was not understood, which then has to come again as a whole.
    public func follow(_ take: (News) async -> Bool) async {
        var plan = PollPlan(every: every, longest: longestPause)
        var tag: String?
        while !Task.isCancelled {
            var problem: WebProblem?
            do throws(WebProblem) {
                switch try await question.document(knowing: tag) {
                case .unchanged: _ = await take(.unchanged)
                case .document(let document): tag = await take(.document(document)) ? document.tag : nil
                }
            } catch {
                guard error.reason != .stopped else { return }
                problem = error
                _ = await take(.lost(error))
            }
            let pause = plan.pause(
                afterSuccess: problem == nil, chance: .random(in: 0...1), least: problem?.retryAfter)
            do { try await clock.sleep(for: pause) } catch { return }
        }
    }
}
