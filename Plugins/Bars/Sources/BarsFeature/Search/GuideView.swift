internal import FeatureKit

/// The guide as it is at a moment; it stays so, whatever is shown to the guide.
struct GuideView: Sendable {
    /// The same bars twice: in the order of their names, and by where they are.
    let byName: Shelves<NameKey>
    let bySpot: Shelves<SpotKey>
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
        let hits: [Hit]
        let shelves: [Shelf]
        if let point = question.point {
            (hits, shelves) = (bySpot.search(near: point, question, filter), bySpot.all)
        } else {
            (hits, shelves) = (byName.search(question, filter), byName.all)
        }
        let shown = hits.prefix(question.limit)
        let items = shown.map { found($0, on: shelves, filter) }
        guard hits.count > shown.count, let last = shown.last else { return FoundPage(items: items) }
        return FoundPage(items: items, next: place(of: last, on: shelves).text(of: question.bytes))
    }

    private func found(_ hit: Hit, on shelves: [Shelf], _ filter: SearchFilter) -> Found {
        let shelf = shelves[hit.place.shelf]
        let card = shelf.cards[hit.place.index]
        let day = filter.days[Int(shelf.terms[hit.place.index].zone)]
        let free = shelf.free(hit.place.index, on: day).map { (shifts[$0.shift].id, $0.seats) }
        return Found(
            id: card.id, name: card.name, type: card.type, location: card.location, capacity: card.capacity,
            distance: hit.distance, free: Dictionary(free) { first, _ in first })
    }

    private func place(of hit: Hit, on shelves: [Shelf]) -> SearchPlace {
        let key = NameKey(shelves[hit.place.shelf], hit.place.index)
        return SearchPlace(rank: hit.distance.map { .distance($0) } ?? .name(Array(key.name)), id: key.id)
    }
}
