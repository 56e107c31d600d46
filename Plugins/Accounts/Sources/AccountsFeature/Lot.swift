internal import FeatureKit

/// Who has which space until when.
///
/// It decides and touches nothing, so time is an argument.
struct Lot: Equatable {
    struct Stay: Equatable {
        let ticket: Ticket
        /// Nil for somebody who is not known.
        let holder: String?
        /// The uptime at which it is over; the ticket's time is that of the wall, which may be set.
        let end: Duration
    }

    let size: Int
    /// How long each stay is.
    let length: Duration
    private(set) var stays: [Stay] = []

    init(size: Int, length: Duration) {
        self.size = size
        self.length = length
    }

    var free: Int { size - stays.count }

    func stay(of holder: String?) -> Stay? { holder == nil ? nil : stays.first { $0.holder == holder } }

    /// Gives out the first space that is free; nil where none is.
    mutating func take(for holder: String?, at now: Timestamp, uptime: Duration) -> Stay? {
        let taken = Set(stays.map(\.ticket.space))
        guard let space = (1...size).first(where: { !taken.contains($0) }) else { return nil }
        let ticket = Ticket(space: space, until: now.advanced(by: length))
        let stay = Stay(ticket: ticket, holder: holder, end: uptime + length)
        stays.append(stay)
        return stay
    }

    /// Frees what is over by now; false where nothing is.
    mutating func clear(at uptime: Duration) -> Bool {
        let before = stays.count
        stays.removeAll { $0.end <= uptime }
        return stays.count < before
    }
}
