@_spi(Hosting) internal import FeatureKit

/// Why the store did not do what it was asked for, as it goes over the wire.
enum StoreRefusal: Error, Equatable {
    /// The error that the feature sees, unchanged.
    case refused(StoreError)
    /// It conflicted with other transactions, and is tried again.
    case contended
    /// The worker does not wait for it any more.
    case cancelled

    /// What an engine threw.
    init(_ error: any Error, of feature: String) {
        switch error {
        case let error as StoreError: self = .refused(error)
        case let refusal as StoreRefusal: self = refusal
        case is StoreContention: self = .contended
        case is CancellationError: self = .cancelled
        default: self = .refused(StoreError(.unavailable, "\(feature): \(error)"))
        }
    }

    /// The error that the kit's own callers expect from an engine.
    var thrown: any Error {
        switch self {
        case .refused(let error): error
        case .contended: StoreContention()
        case .cancelled: CancellationError()
        }
    }
}

extension WireWriter {
    mutating func storeError(_ error: StoreError) {
        text(error.code.word)
        number(UInt16(clamping: error.code.status))
        text(error.detail)
    }

    mutating func storeRefusal(_ refusal: StoreRefusal) {
        switch refusal {
        case .refused(let error):
            byte(0)
            storeError(error)
        case .contended: byte(1)
        case .cancelled: byte(2)
        }
    }
}

extension WireReader {
    mutating func storeError() throws(WireError) -> StoreError {
        let word = try text()
        let status = try number(UInt16.self)
        return StoreError(StoreError.Code(word: word, status: Int(status)), try text())
    }

    mutating func storeRefusal() throws(WireError) -> StoreRefusal {
        switch try byte() {
        case 0: return .refused(try storeError())
        case 1: return .contended
        case 2: return .cancelled
        case let other: throw .malformed("\(other) is no refusal of a store")
        }
    }
}
