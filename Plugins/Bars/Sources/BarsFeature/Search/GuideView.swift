internal import FeatureKit

/// The guide as it is at a moment; it stays so, whatever is shown to the guide.
struct GuideView: Sendable {
    let shelves: Shelves
    let kinds: Numbers
    let zones: [Zone]
    let shifts: [Shift]

    func search(_ question: SearchQuestion, at now: Timestamp) -> FoundPage {
        var filter = SearchFilter(
            people: question.people, shifts: question.shifts,
            days: zones.map { SearchDay($0.day(at: now).advanced(by: 1)) })
        if !question.types.isEmpty {
            var kinds = Array(repeating: false, count: kinds.count)
            for number in question.types.compactMap({ self.kinds[$0] }) { kinds[number] = true }
            filter.kinds = kinds
        }
        let hits = shelves.search(question, filter)
        let shown = hits.prefix(question.limit)
        let items = shown.map { found($0, filter) }
        guard hits.count > shown.count, let last = shown.last else { return FoundPage(items: items) }
        return FoundPage(items: items, next: place(of: last).text(of: question.bytes))
    }

    private func found(_ hit: Shelves.Hit, _ filter: SearchFilter) -> Found {
        let shelf = shelves.all[hit.place.shelf]
        let card = shelf.cards[hit.place.index]
        let day = filter.days[Int(shelf.terms[hit.place.index].zone)]
        let free = shelf.free(hit.place.index, on: day).map { (shifts[$0.shift].id, $0.seats) }
        return Found(
            id: card.id, name: card.name, type: card.type, location: card.location, capacity: card.capacity,
            distance: hit.distance, free: Dictionary(free) { first, _ in first })
    }

    private func place(of hit: Shelves.Hit) -> SearchPlace {
        let key = shelves.all[hit.place.shelf].key(hit.place.index)
        return SearchPlace(rank: hit.distance.map { .distance($0) } ?? .name(Array(key.name)), id: key.id)
    }
}
