/// The tables that every store's file has, and how an older file gets those of today.
enum StoreFormat {
    /// What a file's header says of whose it is: "FlSt".
    static let applicationID = 0x466C_5374
    /// The format of today.
    static var version: Int { steps.count }
    /// The bytes of a part of a blob.
    static let partBytes = 256 << 10
    /// How many bits of a part's key are its number within the blob.
    static let partBits = 20

    /// What makes each format of the one before, the first one of nothing.
    ///
    /// What stands here never changes: files were made with it.
    static let steps: [String] = [
        """
        CREATE TABLE store (
            one INTEGER PRIMARY KEY CHECK (one = 1), history TEXT NOT NULL, version INTEGER NOT NULL,
            documents INTEGER NOT NULL, blobs INTEGER NOT NULL, bytes INTEGER NOT NULL,
            changes INTEGER NOT NULL, change_bytes INTEGER NOT NULL) STRICT;
        CREATE TABLE collections (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, floor INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE TABLE changes (
            version INTEGER PRIMARY KEY, collection INTEGER NOT NULL, id TEXT NOT NULL, seal INTEGER NOT NULL,
            document BLOB) STRICT;
        CREATE TABLE blobs (
            row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, size INTEGER NOT NULL,
            hash TEXT NOT NULL, version INTEGER NOT NULL, seal INTEGER NOT NULL) STRICT;
        CREATE TABLE parts (
            part INTEGER PRIMARY KEY, seal INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
        """
    ]
}
