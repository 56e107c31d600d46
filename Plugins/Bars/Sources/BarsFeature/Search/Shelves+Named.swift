extension Shelves<NameKey> {
    /// Some bars that a question without a point means, in the order of their names; one more than it asks for where there are more.
    func search(_ question: SearchQuestion, _ filter: SearchFilter) -> [Hit] {
        var found: [Hit] = []
        var place = Shelf.Place(shelf: 0, index: 0)
        if let after = question.after, case .name(let name) = after.rank {
            let key = NameKey(name: name[...], id: after.id)
            place = self.place(of: key)
            if place.shelf < all.count, NameKey(all[place.shelf], place.index) == key {
                place = Shelf.Place(shelf: place.shelf, index: place.index + 1)
            }
        }
        return unsafe all.withUnsafeBufferPointer { shelves in
            for shelf in place.shelf..<max(place.shelf, shelves.count) {
                let first = shelf == place.shelf ? place.index : 0
                let isOver = unsafe shelves[shelf].each(named: question.needle, from: first) { lens, index in
                    guard unsafe lens.passes(index, filter) else { return false }
                    found.append(Hit(place: Shelf.Place(shelf: shelf, index: index)))
                    return found.count > question.limit
                }
                if isOver { break }
            }
            return found
        }
    }
}
