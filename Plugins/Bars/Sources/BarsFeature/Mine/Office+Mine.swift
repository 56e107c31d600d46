internal import FeatureKit

extension Office {
    func mine(_ request: Mine, _ call: Call) async throws -> BarPage { BarPage(items: []) }
    func myBookings(_ request: MyBookings, _ call: Call) async throws -> BookingPage { BookingPage(items: []) }
    func myBookedBars(_ request: Mine, _ call: Call) async throws -> BarPage { BarPage(items: []) }
    func party(_ call: Call) async throws -> Party { Party(people: 2) }
    func putParty(_ request: Party, _ call: Call) async throws -> Party { request }
    func day(_ request: AskDay, _ call: Call) async throws -> DayShown { throw RouteError.noBar }
}
