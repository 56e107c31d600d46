internal import CPango

/// Draws from the top to the bottom, and on the next sheet where one is full.
///
/// It has a font map of its own, so that several threads may draw at once.
@safe final class Pen {
    typealias Cell = (text: String, share: Double, isRightAligned: Bool)

    private static let mostSheets = 200
    private static let gap = 6.0

    private let cairo: OpaquePointer
    private let fonts: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    private let sheet: Sheet
    private let height: Double
    /// A picture has the first sheet alone.
    private let isPicture: Bool
    private var number = 1
    private(set) var y: Double
    private(set) var goesOn = true

    init?(_ surface: OpaquePointer, _ sheet: Sheet, _ height: Double, isPicture: Bool) {
        guard let cairo = unsafe cairo_create(surface), let fonts = unsafe pango_cairo_font_map_new(),
            let context = unsafe pango_font_map_create_context(fonts)
        else { return nil }
        unsafe (self.cairo, self.fonts, self.context) = (cairo, fonts, context)
        (self.sheet, self.height, self.isPicture, y) = (sheet, height, isPicture, sheet.margin)
        if isPicture {
            unsafe cairo_set_source_rgb(cairo, 1, 1, 1)
            unsafe cairo_paint(cairo)
            unsafe cairo_set_source_rgb(cairo, 0, 0, 0)
        }
    }

    deinit {
        unsafe flagstand_unref(UnsafeMutableRawPointer(context))
        unsafe flagstand_unref(fonts)
        unsafe cairo_destroy(cairo)
    }

    private var width: Double { sheet.width - 2 * sheet.margin }

    // MARK: - Parts

    /// Writes a line of cells, which is as high as the highest of them.
    ///
    /// - Parameter repeating: What is written again where the line begins another sheet.
    func write(
        _ cells: [Cell], size: Double, isBold: Bool = false, repeating titles: [Cell]? = nil
    ) throws(PageProblem) {
        let all = cells.reduce(0) { $0 + $1.share }
        let usable = width - Self.gap * Double(cells.count - 1)
        var layouts: [(layout: OpaquePointer, x: Double)] = unsafe []
        defer { unsafe layouts.forEach { unsafe flagstand_unref(UnsafeMutableRawPointer($0.layout)) } }
        var (x, highest) = (sheet.margin, 0.0)
        for cell in cells {
            let own = usable * cell.share / all
            guard let layout = unsafe layout(of: cell, own, size, isBold) else { throw .noMemory }
            unsafe layouts.append((layout, x))
            var pixels: Int32 = 0
            unsafe pango_layout_get_size(layout, nil, &pixels)
            highest = max(highest, flagstand_pango_units(pixels))
            x += own + Self.gap
        }
        if try makeRoom(for: highest), let titles { try write(titles, size: size, isBold: true) }
        guard goesOn else { return }
        unsafe layouts.forEach { layout, x in
            unsafe cairo_move_to(cairo, x, y)
            unsafe pango_cairo_show_layout(cairo, layout)
        }
        y += highest + 2
    }

    private func layout(of cell: Cell, _ width: Double, _ size: Double, _ isBold: Bool) -> OpaquePointer? {
        guard let layout = unsafe pango_layout_new(context), let font = unsafe pango_font_description_new() else {
            return nil
        }
        defer { unsafe pango_font_description_free(font) }
        unsafe pango_font_description_set_family(font, "DejaVu Sans")
        unsafe pango_font_description_set_absolute_size(font, Double(flagstand_pango_width(size)))
        unsafe pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_layout_set_width(layout, flagstand_pango_width(width))
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_alignment(layout, cell.isRightAligned ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
        unsafe pango_layout_set_text(layout, PrintedPage.drawable(cell.text), -1)
        return unsafe layout
    }

    func rule() throws(PageProblem) {
        try makeRoom(for: 6)
        guard goesOn else { return }
        unsafe cairo_set_line_width(cairo, 0.5)
        unsafe cairo_move_to(cairo, sheet.margin, y + 3)
        unsafe cairo_line_to(cairo, sheet.width - sheet.margin, y + 3)
        unsafe cairo_stroke(cairo)
        y += 6
    }

    func space(_ height: Double) throws(PageProblem) {
        try makeRoom(for: height)
        y += height
    }

    func picture(_ png: [UInt8], _ wanted: Double) throws(PageProblem) {
        let source = Source(png)
        guard let image = unsafe cairo_image_surface_create_from_png_stream(Source.read, source.pointer) else {
            throw .noMemory
        }
        defer { unsafe cairo_surface_destroy(image) }
        let (columns, rows) = unsafe (
            Double(cairo_image_surface_get_width(image)), Double(cairo_image_surface_get_height(image))
        )
        guard unsafe cairo_surface_status(image) == CAIRO_STATUS_SUCCESS, columns > 0, rows > 0 else { throw .picture }
        let scale = min(wanted, width) / columns
        try makeRoom(for: rows * scale)
        guard goesOn else { return }
        unsafe cairo_save(cairo)
        unsafe cairo_translate(cairo, sheet.margin, y)
        unsafe cairo_scale(cairo, scale, scale)
        unsafe cairo_set_source_surface(cairo, image, 0, 0)
        unsafe cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST)
        unsafe cairo_paint(cairo)
        unsafe cairo_restore(cairo)
        y += rows * scale + 2
    }

    // MARK: - Sheets

    /// Begins another sheet where something does not fit on this one; whether it did.
    @discardableResult
    private func makeRoom(for needed: Double) throws(PageProblem) -> Bool {
        guard !sheet.isRoll, y + needed > height - sheet.margin, y > sheet.margin else { return false }
        guard !isPicture else {
            goesOn = false
            return false
        }
        guard number < Self.mostSheets else { throw .tooLarge }
        finish()
        number += 1
        y = sheet.margin
        return true
    }

    /// Ends a sheet with its number.
    func finish() {
        if !sheet.isRoll, let layout = unsafe layout(of: ("\(number)", 1, true), width, 8, false) {
            unsafe cairo_move_to(cairo, sheet.margin, height - sheet.margin * 0.6)
            unsafe pango_cairo_show_layout(cairo, layout)
            unsafe flagstand_unref(UnsafeMutableRawPointer(layout))
        }
        if !isPicture { unsafe cairo_show_page(cairo) }
    }
}

/// The bytes of a picture, handed to the library of C piece by piece.
private final class Source {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    static let read: cairo_read_func_t = { context, data, count in
        guard let context = unsafe context, let data = unsafe data else { return CAIRO_STATUS_READ_ERROR }
        let source = unsafe Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        guard source.place + Int(count) <= source.bytes.count else { return CAIRO_STATUS_READ_ERROR }
        for index in 0..<Int(count) { unsafe data[index] = source.bytes[source.place + index] }
        source.place += Int(count)
        return CAIRO_STATUS_SUCCESS
    }
}
