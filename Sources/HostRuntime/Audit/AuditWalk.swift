@_spi(Hosting) internal import FeatureKit
internal import JSON

/// Follows the chain record by record, and says where it is broken.
struct AuditWalk {
    /// What is wrong, and where.
    struct Break: Sendable, Equatable {
        enum Fault: Sendable, Equatable {
            /// A line that is no record; counted from 1.
            case noRecord(line: Int)
            /// The record was changed after it was written.
            case changed
            /// Another record belongs there.
            case outOfPlace(instead: Int)
            /// The record names another one as the one before it.
            case otherPrevious
            /// The records before it are gone, and no record says that they were removed.
            case missingBefore
            /// Half a record follows it.
            case cutOff(bytes: Int)
            /// The last records that were written are gone.
            case lastMissing(until: Int)
        }

        let file: String
        /// The record that is wrong; if a line is no record, the one that belongs there.
        let number: Int
        let fault: Fault
    }

    /// The hash that the next record has to follow; nil if it is not known.
    private(set) var previous: String?
    /// The number of the last record; nil before the first one if it may have any number.
    private(set) var number: Int?
    private(set) var records = 0
    /// The first thing that is wrong.
    private(set) var problem: Break?
    private var file = ""
    private var line = 0

    /// - Parameters:
    ///   - number: The number of the record before the first; nil if it is not known.
    ///   - previous: Its hash.
    init(after number: Int?, _ previous: String?) {
        self.number = number
        self.previous = previous
    }

    mutating func begin(_ file: String) {
        self.file = file
        line = 0
    }

    /// Checks the next line; if it is wrong, that is noted, and the walk goes on from the place that the line states.
    ///
    /// - Returns: The place of the line; nil if it is no record.
    @discardableResult
    mutating func take(_ bytes: ArraySlice<UInt8>?) -> AuditLine.Place? {
        line += 1
        guard let bytes, let place = AuditLine.place(bytes) else {
            note(.noRecord(line: line), at: (number ?? 0) + 1)
            return nil
        }
        if AuditLine.hash(of: bytes, at: place) != place.hash {
            note(.changed, at: number.map { $0 + 1 } ?? place.number)
        } else if let number, place.number != number + 1 {
            note(.outOfPlace(instead: number + 1), at: place.number)
        } else if let previous, place.previous != previous {
            note(.otherPrevious, at: place.number)
        }
        records += 1
        number = place.number
        previous = place.hash
        return place
    }

    mutating func note(_ fault: Break.Fault, at number: Int) {
        if problem == nil { problem = Break(file: file, number: number, fault: fault) }
    }
}

extension AuditWalk.Break: CustomStringConvertible {
    /// Where the chain is broken, as an operator reads it.
    var description: String {
        switch fault {
        case .noRecord(let line): "\(file): line \(line) is no record, where record \(number) belongs"
        case .changed: "\(file): record \(number) is not what was written"
        case .outOfPlace(let instead): "\(file): record \(number) stands where \(instead) belongs"
        case .otherPrevious: "\(file): record \(number) follows another record than the one before it"
        case .missingBefore: "\(file): what was written before record \(number) is gone"
        case .cutOff(let bytes): "\(file): after record \(number) stand \(bytes) bytes of half a record"
        case .lastMissing(let last):
            "\(file): the records after \(number) are gone, up to \(last)"
        }
    }
}
