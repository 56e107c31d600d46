/// What the flags say in a zone.
enum Mode: String, Codable, CaseIterable, Sendable {
    case normal, safetyCar, redFlag, evacuation
    /// A word that this version does not know; never to be taken for normal.
    case unknown

    /// Reads a beacon's byte.
    init(_ byte: UInt8) {
        self =
            switch byte {
            case 0: .normal
            case 1: .safetyCar
            case 2: .redFlag
            case 3: .evacuation
            default: .unknown
            }
    }
}
