internal import FeatureKit

extension Office {
    func book(_ request: Book, _ call: Call) async throws -> BookingShown { throw RouteError.noBar }
    func booking(_ request: NamedBooking, _ call: Call) async throws -> BookingShown { throw RouteError.noBooking }
    func changeBooking(_ request: ChangeBooking, _ call: Call) async throws -> BookingShown {
        throw RouteError.noBooking
    }
    func confirm(_ request: NamedBooking, _ call: Call) async throws -> BookingShown { throw RouteError.noBooking }
    func cancel(_ request: CancelBooking, _ call: Call) async throws -> BookingShown { throw RouteError.noBooking }
    func arrived(_ request: NamedBooking, _ call: Call) async throws -> BookingShown { throw RouteError.noBooking }
    func noShow(_ request: NamedBooking, _ call: Call) async throws -> BookingShown { throw RouteError.noBooking }
    func room(_ request: Room) async throws -> RoomShown { throw RouteError.noBar }
}
