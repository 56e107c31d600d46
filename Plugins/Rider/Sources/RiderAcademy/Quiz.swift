internal import FeatureKit

/// Questions from which each attempt draws some.
@Record struct Quiz: Equatable {
    /// The questions.
    @Count(1...200) var pool: [Question]
    /// How many are drawn for an attempt; all of them where there are fewer.
    @In(1...50) var draw = 10
    /// How many of a hundred points pass.
    @In(1...100) var passMark = 80
    /// How often somebody may try.
    @In(1...100) var attempts = 3

    /// What is wrong with it beyond its Shape.
    var problems: [String] {
        pool.filter { $0.right >= $0.answers.count }.map { "quiz: \"\($0.id)\" has no such right answer" }
            + (Set(pool.map(\.id)).count < pool.count ? ["quiz: an id stands there twice"] : [])
    }
}

/// A question with answers of which one is right.
@Record struct Question: Equatable {
    /// What tells it from the others.
    @Text(1...40) var id: String
    /// The question.
    @Text(1...1_000) var text: String
    /// The answers.
    @Text(1...300) @Count(2...8) var answers: [String]
    /// The place of the right one, from 0 on.
    @In(0...7) var right: Int
}

/// Somebody's attempt at a quiz, with the questions that were drawn for it.
@Record @Collection("attempts", .on(\.userId, \.lessonId), person: .deletes(\.userId))
struct Attempt: Equatable {
    /// Who.
    @Text(1...256) var userId: String
    @Public var lessonId: ID<Lesson>
    /// The questions, as they were then.
    @Count(1...50) var questions: [Question]
    /// How many of a hundred points pass it, as it was then.
    @In(1...100) var passMark = 80
    /// When it was begun.
    @Public var startedAt: Timestamp
    /// How many of a hundred points it had; absent until it is answered.
    @Public @In(0...100) var score: Int?
    /// Whether it passed.
    @Public var hasPassed = false
    /// What is asked.
    @Public var asked: [AskedQuestion] {
        questions.map { AskedQuestion(id: $0.id, text: $0.text, answers: $0.answers) }
    }

    /// How many of a hundred points some answers have, by the questions' ids.
    func score(of answers: [String: Int]) -> Int {
        100 * questions.filter { answers[$0.id] == $0.right }.count / max(1, questions.count)
    }
}

/// A question as riders see it.
@Record struct AskedQuestion: Equatable {
    /// What tells it from the others.
    var id: String
    /// The question.
    var text: String
    /// The answers.
    var answers: [String]
}

@Routes("rider", as: "quizRoutes") extension AcademyService {
    /// Begins an attempt at the quiz of a lesson; one that is not answered yet goes on.
    @Post("/academy/lessons/{lesson}/attempts", .user)
    func attemptBegin(lesson: ID<Lesson>, _ call: Call) async throws -> Attempt.View {
        let (user, now) = (try call.user(), clock.now)
        return try await store.transaction { tx in
            let found = try openLesson(lesson, user, call, tx)
            guard let quiz = found.document.quiz else { throw AcademyRefusal.noLesson }
            let known = try tx.all(attempts, where: [.equals("userId", user), .equals("lessonId", lesson)])
            if let open = known.first(where: { $0.document.score == nil }) { return open.view }
            guard known.count < quiz.attempts else { throw AcademyRefusal.noMoreAttempts(most: quiz.attempts) }
            let questions = Array(quiz.pool.shuffled().prefix(quiz.draw))
            return try tx.insert(
                attempts,
                Attempt(
                    userId: user, lessonId: lesson, questions: questions, passMark: quiz.passMark, startedAt: now)
            ).view
        }
    }

    /// Answers an attempt, once; who passes has finished the lesson, also where the course went into the archive since.
    /// - Parameter answers: The place of the answer to each question, by its id.
    @Post("/academy/attempts/{attempt}/answers", .user)
    func attemptAnswer(
        attempt: ID<Attempt>, @In(0...7) @Count(0...50) answers: [String: Int], _ call: Call
    ) async throws -> Attempt.View {
        let user = try call.user()
        return try await store.transaction { tx in
            guard var found = try tx.get(attempts, attempt)?.document, found.userId == user
            else { throw AcademyRefusal.noAttempt }
            guard found.score == nil else { throw AcademyRefusal.attemptOver }
            guard let lesson = try tx.get(lessons, found.lessonId) else { throw AcademyRefusal.noLesson }
            let score = found.score(of: answers)
            (found.score, found.hasPassed) = (score, score >= found.passMark)
            try note(lesson, of: user, isFinished: found.hasPassed, score: score, tx)
            return try tx.put(attempts, found, id: attempt).view
        }
    }
}
