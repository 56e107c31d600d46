internal import FeatureKit
internal import Learning

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
    @Public var asked: [AskedQuestion] { questions.asked }
}

@Routes("rider", as: "quizRoutes") extension AcademyService {
    /// Begins an attempt at the quiz of a lesson; one that is not answered yet goes on.
    @Post("/academy/lessons/{lesson}/attempts", .user)
    func attemptBegin(lesson: ID<Lesson>, _ call: Call) async throws -> Attempt.View {
        let user = try call.user()
        return try await store.transaction { tx in
            guard let quiz = try openLesson(lesson, call, tx).document.quiz else { throw AcademyRefusal.noLesson }
            let known = try tx.all(attempts, where: [.equals("userId", user), .equals("lessonId", lesson)])
            if let open = known.first(where: { $0.document.score == nil }) { return open.view }
            var generator = SystemRandomNumberGenerator()
            let questions = try quiz.questions(after: known.count, using: &generator)
            let attempt = Attempt(
                userId: user, lessonId: lesson, questions: questions, passMark: quiz.passMark, startedAt: clock.now)
            return try tx.insert(attempts, attempt).view
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
            let score = found.questions.score(of: answers)
            (found.score, found.hasPassed) = (score, score >= found.passMark)
            try note(lesson, of: user, isFinished: found.hasPassed, score: score, tx)
            return try tx.put(attempts, found, id: attempt).view
        }
    }
}
