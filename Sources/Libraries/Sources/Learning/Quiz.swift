public import FeatureKit

/// Questions from which each attempt draws some.
@Record public struct Quiz: Equatable, Sendable {
    /// The questions.
    @Count(1...200) public var pool: [Question]
    /// How many are drawn for an attempt; all of them where there are fewer.
    @In(1...50) public var draw = 10
    /// How many of a hundred points pass.
    @In(1...100) public var passMark = 80
    /// How often somebody may try.
    @In(1...100) public var attempts = 3

    /// Refuses what no attempt could be made of: right answers that are not there, ids that stand there twice.
    public func check() throws(QuizRefusal) {
        var problems = pool.filter { $0.right >= $0.answers.count }.map { "\"\($0.id)\" has no such right answer" }
        if Set(pool.map(\.id)).count < pool.count { problems.append("an id stands there twice") }
        guard problems.isEmpty else { throw .wrong(problems: problems.prefix(20).joined(separator: "; ")) }
    }

    /// Draws the questions of another attempt, after so many.
    public func questions(
        after attempts: Int, using generator: inout some RandomNumberGenerator
    ) throws(QuizRefusal) -> [Question] {
        guard attempts < self.attempts else { throw .noMoreAttempts(most: self.attempts) }
        return Array(pool.shuffled(using: &generator).prefix(draw))
    }
}

/// A question with answers of which one is right.
@Record public struct Question: Equatable, Sendable {
    /// What tells it from the others.
    @Text(1...40) public var id: String
    /// The question.
    @Text(1...1_000) public var text: String
    /// The answers.
    @Text(1...300) @Count(2...8) public var answers: [String]
    /// The place of the right one, from 0 on.
    @In(0...7) public var right: Int
}

/// A question as who is asked sees it.
@Record public struct AskedQuestion: Equatable, Sendable {
    /// What tells it from the others.
    @Text(1...40) public var id: String
    /// The question.
    @Text(1...1_000) public var text: String
    /// The answers.
    @Text(1...300) @Count(2...8) public var answers: [String]
}

extension [Question] {
    /// The questions without what is right.
    public var asked: [AskedQuestion] { map { AskedQuestion(id: $0.id, text: $0.text, answers: $0.answers) } }

    /// How many of a hundred points some answers have: the place of each, by the question's id.
    public func score(of answers: [String: Int]) -> Int {
        100 * filter { answers[$0.id] == $0.right }.count / Swift.max(1, count)
    }
}

/// Why a quiz is refused.
@Refusals public enum QuizRefusal: Equatable, Sendable {
    @Refuses(400, "quiz: {problems}.", code: "invalid") case wrong(problems: String)
    @Refuses(409, "There are {most} attempts at most.") case noMoreAttempts(most: Int)
}
