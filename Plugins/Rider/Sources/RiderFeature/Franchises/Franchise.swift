internal import Calendars
internal import FeatureKit

/// A place from which riders work.
@Record @Collection("franchises", .on(\.name.folded))
struct Franchise: Equatable {
    /// The name of the franchise.
    @Public @Editable @Text(1...100) var name: String
    /// The time zone by which its days are told apart.
    @Public @Editable @Text(1...64) var zone: String = "Europe/Madrid"
    /// Where riders clock in; anywhere where it is not told.
    @Public @Editable var place: GeoPoint?
    /// How near they have to be, in metres.
    @Public @Editable @In(10.0...5_000.0) var radius: Double = 150
    /// Up to which day payroll has been told, so that nothing of it changes any more.
    @Public @Text(10...10) var lockedUntil: String?
}

/// Somebody who works for a franchise.
@Record
@Collection("franchise-members", .unique(\.claim), .on(\.franchise, \.role), .on(\.person), person: .deletes(\.person))
struct FranchiseMember: Equatable, OfFranchise {
    enum Role: String, CaseIterable, Shaped { case rider, manager }

    @Public var franchise: ID<Franchise>
    /// The key of the person.
    @Public @Text(1...256) var person: String
    /// The name that shifts show.
    @Public @Text(1...100) var name: String
    /// What the person does.
    @Public var role: Role
    /// When the person can work; at any time where there is none.
    @Public @Count(0...21) var availability: [WeekHours] = []
    /// Unique key: the franchise and the person.
    @Text(1...400) var claim: String

    static func claim(_ franchise: ID<Franchise>, _ person: String) -> String { "\(franchise)|\(person)" }
}
