/// The commands around what features keep.
extension Command {
    /// Lists the stores.
    package static let store = Command(
        "store", "Show what features keep: documents, blobs, bytes and their limits.",
        options: [.config, .state, .json],
        example: "store")
    /// Checks stores.
    package static let checkStores = Command(
        "store check", "Read everything that features keep, and list what is damaged.",
        operands: [.storeOf], options: [.config, .state, .json],
        example: "store check bars")
    /// Copies stores.
    package static let backupStores = Command(
        "store backup", "Copy what features keep, all of one moment, while the host runs.",
        operands: [.copies, .storeOf], options: [.config, .state, .json],
        example: "store backup /backups/monday")
    /// Compacts stores.
    package static let compactStores = Command(
        "store compact", "Free the disk space of deleted documents.",
        operands: [.storeOf], options: [.config, .state, .json],
        example: "store compact bars")

    /// All of them.
    static let stores: [Command] = [.store, .checkStores, .backupStores, .compactStores]
}

extension Command.Operand {
    /// Whose stores.
    package static let storeOf = Command.Operand(
        "FEATURE", "The features whose stores are meant (default: all).", repeats: true)
    /// Where copies go.
    package static let copies = Command.Operand("DIR", "The folder for the copies; made if it is missing.")
}
