import Testing

@testable import FeatureKit

@Refusals private enum LampRefusal: Equatable {
    @Refuses(409, "The lamp is lit already.") case isLit
    @Refuses(409, "There are {count} of {limit} lamps.", code: "full") case tooMany(count: Int64, limit: Int64)
    @Refuses(503, "Too hot; try again in {retryAfter}.", code: "unavailable") case tooHot(retryAfter: Duration)
    @Refuses(503, "Broken.", retryAfter: .seconds(5)) case isBroken
}

/// What `@Refusals` makes of cases.
@Suite struct RefusalTests {
    @Test func `a case answers with its status, its code and its sentence`() {
        #expect(LampRefusal.isLit.answer == RouteError(code: "is-lit", status: 409, "The lamp is lit already."))
        #expect(
            LampRefusal.tooMany(count: 3, limit: 2).answer
                == RouteError(code: "full", status: 409, "There are 3 of 2 lamps.", data: ["count": 3, "limit": 2]))
        #expect(
            LampRefusal.isBroken.answer
                == RouteError(code: "is-broken", status: 503, "Broken.", retryAfter: .seconds(5)))
    }

    @Test func `a pause is in whole seconds, one at least`() {
        let refusal = LampRefusal.tooHot(retryAfter: .milliseconds(59_001)).answer
        #expect(
            refusal
                == RouteError(code: "unavailable", status: 503, "Too hot; try again in 1m.", retryAfter: .seconds(60)))
        #expect(LampRefusal.tooHot(retryAfter: .zero).answer.retryAfter == .seconds(1))
    }

    @Test func `there is an example of each case`() {
        #expect(
            LampRefusal.examples == [
                .isLit, .tooMany(count: 3, limit: 3), .tooHot(retryAfter: .seconds(60)), .isBroken,
            ])
    }
}
