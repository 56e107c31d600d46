/// What is read of a slate while an evaluation lasts.
struct SlateView: BitwiseCopyable, Sendable {
    let bytes: TableView<UInt8>
    let cells: TableView<Slate.Cell>
}

extension Slate {
    /// Lends what can be read as of now.
    @inline(__always)
    func lend<Result>(_ body: (SlateView) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe cells.withUnsafeBufferPointer { cells in
                unsafe body(SlateView(bytes: TableView(bytes), cells: TableView(cells)))
            }
        }
    }
}
