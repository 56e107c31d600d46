internal import CPango
public import FeatureKit

extension PrintedPage {
    private static let mostPixels = 1 << 25

    /// The page as a PDF, whose text is text; the same page and time give the same bytes.
    ///
    /// - Parameter date: When it was made.
    public func pdf(at date: Timestamp) throws(PageProblem) -> [UInt8] {
        let sheet = Sheet(paper)
        let height = try length(of: sheet)
        let bytes = Bytes()
        return try withExtendedLifetime(bytes) { () throws(PageProblem) in
            guard
                let surface = unsafe cairo_pdf_surface_create_for_stream(
                    Bytes.write, bytes.pointer, sheet.width, height)
            else { throw .noMemory }
            defer { unsafe cairo_surface_destroy(surface) }
            unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, Self.drawable(title))
            unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "\(date)".prefix(19) + "Z")
            try unsafe draw(on: surface, sheet, height)
            unsafe cairo_surface_finish(surface)
            return bytes.all
        }
    }

    /// The page as a picture: the first sheet, or the whole roll.
    ///
    /// - Parameter scale: How many pixels a point has, of which an inch has 72.
    public func png(scale: Double = 2) throws(PageProblem) -> [UInt8] {
        let sheet = Sheet(paper)
        let height = try length(of: sheet)
        let (columns, rows) = ((sheet.width * scale).rounded(.up), (height * scale).rounded(.up))
        guard (0.1...20).contains(scale), columns * rows <= Double(Self.mostPixels) else { throw .tooLarge }
        guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(columns), Int32(rows)) else {
            throw .noMemory
        }
        defer { unsafe cairo_surface_destroy(surface) }
        unsafe cairo_surface_set_device_scale(surface, scale, scale)
        try unsafe draw(on: surface, sheet, height, isPicture: true)
        let bytes = Bytes()
        return try withExtendedLifetime(bytes) { () throws(PageProblem) in
            guard unsafe cairo_surface_write_to_png_stream(surface, Bytes.write, bytes.pointer) == CAIRO_STATUS_SUCCESS
            else { throw .noMemory }
            return bytes.all
        }
    }

    /// How long a sheet is, or the whole roll.
    private func length(of sheet: Sheet) throws(PageProblem) -> Double {
        guard sheet.isRoll else { return sheet.height }
        // Nothing is drawn; only heights are summed.
        guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1) else { throw .noMemory }
        defer { unsafe cairo_surface_destroy(surface) }
        return try unsafe draw(on: surface, sheet, .infinity) + sheet.margin
    }

    /// Draws the page; where it ended.
    @discardableResult
    private func draw(
        on surface: OpaquePointer, _ sheet: Sheet, _ height: Double, isPicture: Bool = false
    ) throws(PageProblem) -> Double {
        guard let pen = unsafe Pen(surface, sheet, height, isPicture: isPicture) else { throw .noMemory }
        for block in blocks {
            guard pen.goesOn else { break }
            switch block {
            case .heading(let text): try pen.write([(text, 1, false)], size: 14, isBold: true)
            case .text(let text): try pen.write([(text, 1, false)], size: 9)
            case .rule: try pen.rule()
            case .space(let height): try pen.space(height * Sheet.millimetre)
            case .picture(let png, let width, _): try pen.picture(png, width * Sheet.millimetre)
            case .table(let table): try draw(table, pen)
            }
        }
        pen.finish()
        return pen.y
    }

    private func draw(_ table: Table, _ pen: Pen) throws(PageProblem) {
        func cells(_ texts: [String]) -> [Pen.Cell] {
            zip(texts, table.columns).map { ($0, $1.share, $1.isRightAligned) }
        }
        let titles = table.hasTitles ? cells(table.columns.map(\.title)) : nil
        if let titles { try pen.write(titles, size: 9, isBold: true) }
        for (index, row) in table.rows.enumerated() {
            let isSum = table.endsInSum && index == table.rows.count - 1
            try pen.write(cells(row), size: 9, isBold: isSum, repeating: titles)
        }
    }

    /// A text without what fonts have no sign for and C can't hold.
    static func drawable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F }))
    }
}

/// The size of what is printed on, in points.
struct Sheet {
    static let millimetre = 72 / 25.4

    let width: Double
    let height: Double
    let margin: Double
    let isRoll: Bool

    init(_ paper: PrintedPage.Paper) {
        switch paper {
        case .a4:
            (width, height, margin, isRoll) = (
                210 * Self.millimetre, 297 * Self.millimetre, 20 * Self.millimetre, false
            )
        case .roll(let millimetres):
            (width, height, margin, isRoll) = (millimetres * Self.millimetre, 0, 4 * Self.millimetre, true)
        }
    }
}

/// Bytes that the library of C hands out piece by piece.
private final class Bytes {
    var all: [UInt8] = []

    var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    static let write: cairo_write_func_t = { context, data, count in
        guard let context = unsafe context, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
        let bytes = unsafe Unmanaged<Bytes>.fromOpaque(context).takeUnretainedValue()
        unsafe bytes.all.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}
