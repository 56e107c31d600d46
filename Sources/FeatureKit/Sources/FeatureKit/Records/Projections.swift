/// A record with properties that are `@Public`; `@Record` declares it.
public protocol RecordWithView: Shaped {
    /// The record as callers see it.
    associatedtype View: Shaped
    /// Makes the view of a stored record.
    static func view(of stored: Stored<Self>) -> View
}

/// A record with properties that are `@InEvent`; `@Record` declares it.
public protocol RecordWithEvent: Shaped {
    /// The record as it appears in events.
    associatedtype Event: Shaped
    /// Makes the event of a stored record.
    static func event(of stored: Stored<Self>) -> Event
}

extension Stored where Document: RecordWithView {
    /// The document as callers see it: its `@Public` properties, after its id and version.
    public var view: Document.View { Document.view(of: self) }
}

extension Stored where Document: RecordWithEvent {
    /// The document as events have it: its `@InEvent` properties, after its id and version.
    public var event: Document.Event { Document.event(of: self) }
}
