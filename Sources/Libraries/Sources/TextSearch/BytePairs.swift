/// Which names hold which two bytes in a row, so that names that hold a rare part are found without a look at the others.
///
/// A name ends with a zero byte here, so that each of its bytes is the first of a pair.
struct BytePairs: Sendable {
    /// By both bytes the numbers of the names that hold them, ascending.
    private var numbers: [[Int32]] = Array(repeating: [], count: 1 << 16)

    mutating func insert(_ name: [UInt8], _ number: Int32) {
        for pair in Self.pairs(name + [0]) {
            let place = numbers[pair].place(of: number)
            if place == numbers[pair].count || numbers[pair][place] != number {
                numbers[pair].insert(number, at: place)
            }
        }
    }

    mutating func remove(_ name: [UInt8], _ number: Int32) {
        for pair in Self.pairs(name + [0]) {
            let place = numbers[pair].place(of: number)
            if place < numbers[pair].count, numbers[pair][place] == number { numbers[pair].remove(at: place) }
        }
    }

    /// The numbers of all names that may hold some bytes; nil where that would be more than `most`.
    func few(_ bytes: [UInt8], of most: Int) -> [Int32]? {
        if let rarest = Self.pairs(bytes).map({ numbers[$0] }).min(by: { $0.count < $1.count }) {
            return rarest.count <= most ? rarest : nil
        }
        // One byte alone: the pairs that it is the first of.
        let starts = bytes.first.map { Int($0) << 8..<(Int($0) + 1) << 8 } ?? 0..<0
        guard numbers[starts].reduce(0, { $0 + $1.count }) <= most else { return nil }
        return Array(Set(numbers[starts].joined()))
    }

    private static func pairs(_ bytes: [UInt8]) -> [Int] {
        zip(bytes, bytes.dropFirst()).map { Int($0) << 8 | Int($1) }
    }
}

extension [Int32] {
    /// The first place whose number is not smaller than another one.
    fileprivate func place(of number: Int32) -> Int {
        // Numbers mostly come in their order.
        guard let last, last >= number else { return count }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
