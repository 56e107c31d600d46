/// The commands around what features keep.
extension Command {
    /// Lists the stores.
    package static let store = Command(
        "store", "Say what features keep: documents, blobs, bytes, and how much they may.",
        options: [.config, .state, .json])
    /// Checks stores.
    package static let checkStores = Command(
        "store check", "Read everything that features keep, and say what is wrong with it.",
        operands: [.storeOf], options: [.config, .state, .json])
    /// Copies stores.
    package static let backupStores = Command(
        "store backup", "Copy one moment of what features keep, while the host runs.",
        operands: [.copies, .storeOf], options: [.config, .state, .json])
    /// Compacts stores.
    package static let compactStores = Command(
        "store compact", "Give back the room that deleted documents took.",
        operands: [.storeOf], options: [.config, .state, .json])

    /// All of them.
    static let stores: [Command] = [.store, .checkStores, .backupStores, .compactStores]
}

extension Command.Operand {
    /// Whose stores.
    package static let storeOf = Command.Operand(
        "FEATURE", "The features whose stores are meant; all unless told.", repeats: true)
    /// Where copies go.
    package static let copies = Command.Operand("DIR", "The folder for the copies; made where it is missing.")
}
