/// Names that a feature's type would hide from its own code.
package enum ReservedNames {
    /// Whose a name is.
    package enum Owner: Sendable, Equatable {
        case host, kit, swift, example
    }

    /// Who has a name already.
    package static func owner(of name: String) -> Owner? {
        if kit.contains(name) { return .kit }
        if swift.contains(name) { return .swift }
        return example.contains(name) ? .example : nil
    }

    /// The types that the kit and the test kit let features see; a test compares them with the sources.
    package static let kit: Set<String> = [
        "AllDocuments", "Announcement", "AsyncMutex", "AttemptCounter", "Blob", "Blobs", "BoundedCache", "Bus",
        "BusError", "Call", "Caller",
        "CapturedLog", "Cause", "ChangeToken", "ChecksSettings", "ConfigRejected", "Contract", "Count", "CountBounded",
        "Deadlines",
        "DocumentChange", "DocumentChanges", "DocumentFields", "DocumentIndex", "DocumentMigration", "DocumentPage",
        "DocumentPerson",
        "Documents", "Done",
        "DueQueue", "EditedFields", "Erasure", "ErasurePage", "ErasuresAfter", "Expectation", "Feature", "FeatureClock",
        "FeatureContext", "FeatureEntry", "Field", "FieldKey",
        "Flag", "FlagExposure", "FlagMisuse", "Flags", "GeoPoint", "HostFeatures", "ID", "IdempotentRequest", "In",
        "JobAttempt", "JobEnd", "JobFailure", "JobQueue",
        "KitVersion", "Moment",
        "LiveState", "LiveValues", "Lock",
        "Log", "LogLevel", "Media", "Members", "MemoryStore", "Message", "Messages", "NewestErasure", "NoSettings",
        "Nothing", "Once",
        "Overflow", "Page", "PageCursor", "PageRequest", "PagedRequest", "Patch", "PersonRule", "Probe", "Publisher",
        "RangeBounded", "Reconfigurable", "Reconfiguration", "RecordBounds", "RecordCursor", "RecordError",
        "RecordChange", "RecordFields", "RecordReader", "RecordWithEvent", "RecordWithView", "RecordWriter", "Refusal",
        "RefusalParts",
        "ReplyStream",
        "RequestError", "RequestProblem", "RigFlags", "Route", "RouteAccess", "RouteError", "RouteGroup", "RouteLimit",
        "RouteMethod",
        "RouteSet",
        "Routes", "Secret", "SettingsProblem", "Shape", "ShapeDifference", "ShapeProblem", "Shaped", "SnapshotBlobs",
        "Store",
        "StoreCondition", "StoreError", "StoreIndex", "StoreOrder", "StoreSnapshot", "StoreTransaction", "Stored",
        "StoredCollection", "StoredJobs", "StoredValue", "Suggestion", "TestClock", "Text", "TextBounded", "Timestamp",
        "Topic",
        "TransactionBlobs",
        "Value", "ValuePath", "WorkQueue",
    ]

    /// Types that code can hardly do without, and modules, whose names macros write out.
    private static let swift: Set<String> = [
        "Any", "AnyObject", "Array", "AsyncSequence", "AsyncStream", "Bool", "CancellationError", "Character", "Clock",
        "Codable", "CodingKey", "Comparable", "Decodable", "Decoder", "Dictionary", "Dispatch", "Double", "Duration",
        "Encodable", "Encoder", "Equatable", "Error", "FeatureKit",
        "FeatureRig", "FeatureTestKit", "Float", "Foundation", "Glibc", "Hashable", "Identifiable", "Int",
        "Issue", "Iterator", "Never", "Optional", "Protocol", "Range", "Result", "Self", "Sendable", "Sequence", "Set",
        "SourceLocation", "String", "Substring", "Suite", "Swift", "Synchronization", "Tag", "Task", "Test", "Testing",
        "Trait", "Type", "UInt", "Void",
    ]

    /// What the templates call theirs.
    package static let example: Set<String> = [
        "Attendant", "KitBuild", "Lot", "Payload", "Reply", "Request", "Settings", "Spaces", "Ticket",
    ]
}
