import FeatureKit
import Foundation
import LibraryTestSupport
import Testing

@testable import Pages

/// Pages, read back by programs of other projects.
@Suite(.timeLimit(.minutes(1))) struct PageTests {
    private let date = Timestamp(nanoseconds: 1_795_345_200_000_000_000)

    private func receipt(_ paper: PrintedPage.Paper = .roll(80), rows: Int = 3) throws -> PrintedPage {
        let columns = [
            PrintedPage.Table.Column("Artículo", share: 3), .init("Cantidad", isRightAligned: true),
            .init("Importe", isRightAligned: true),
        ]
        let cells = (1...rows).map { ["Bocadillo <\($0)> & más", "\($0)", "7,50 €"] }
        return try PrintedPage(
            paper, language: "es", title: "Recibo \"F1\"",
            [
                .heading("Grada Norte"), .text("Calle de la Curva, 3\nMontmeló"), .rule,
                .table(PrintedPage.Table(columns, cells + [["Total", "", "22,50 €"]], endsInSum: true)), .space(3),
            ])
    }

    /// What a program prints about bytes.
    private func output(of command: String, _ bytes: [UInt8]) throws -> String {
        let path = "/tmp/page-\(UInt64.random(in: 0 ... .max))"
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let process = Process()
        (process.executableURL, process.arguments) = (
            URL(filePath: "/bin/sh"), ["-c", command.replacing("FILE", with: path)]
        )
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func aPageIsReadableHTML() throws {
        let html = try receipt().html
        #expect(html.contains("<html lang=\"es\">") && html.contains("<title>Recibo &quot;F1&quot;</title>"))
        #expect(html.contains("<td>Bocadillo &lt;1&gt; &amp; más</td><td class=\"right\">1</td>"))
        #expect(
            html.contains("<tr class=\"sum\"><td>Total</td>")
                && html.contains("<p>Calle de la Curva, 3<br>Montmeló</p>"))
    }

    @Test func theTextOfAPDFIsTextAndTheBytesAreTheSameEachTime() throws {
        let page = try receipt()
        let pdf = try page.pdf(at: date)
        #expect(try page.pdf(at: date) == pdf)
        let text = try output(of: "pdftotext -layout FILE -", pdf)
        #expect(text.contains("Grada Norte") && text.contains("Bocadillo <2> & más") && text.contains("22,50 €"))
        let facts = try output(of: "pdfinfo FILE", pdf)
        #expect(facts.contains("Recibo \"F1\"") && facts.contains("Pages:           1"))
    }

    @Test func aPageIsSentInTheFormatThatIsWanted() throws {
        let page = try receipt()
        let all = try PrintedPage.Format.allCases.map { try page.media($0, at: date) }
        #expect(all.map(\.type) == ["application/pdf", "image/png", "text/html; charset=utf-8"])
        #expect(try all.map(\.bytes) == [page.pdf(at: date), page.png(), Array(page.html.utf8)])
    }

    @Test func aLongTableGoesOnOnMoreSheetsWithItsTitles() throws {
        let pdf = try receipt(.a4, rows: 200).pdf(at: date)
        let text = try output(of: "pdftotext -layout FILE -", pdf)
        let sheets = text.split(separator: "\u{0C}")
        #expect(sheets.count >= 3 && sheets.dropLast().allSatisfy { $0.contains("Artículo") })
        #expect((1...200).allSatisfy { text.contains("<\($0)>") })
    }

    @Test func aRollIsAsLongAsItNeedsAndAPictureShowsInkWhereTextIs() throws {
        let (short, long) = (try receipt(rows: 1).png(scale: 1), try receipt(rows: 50).png(scale: 1))
        #expect(short.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        func size(_ png: [UInt8]) -> (Int, Int) {
            func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            return (number(16), number(20))
        }
        #expect(size(short).0 == size(long).0 && size(short).1 < size(long).1)
        // A page of text holds more than one without.
        let empty = try PrintedPage(.roll(80), language: "es", title: "", [.space(40)]).png(scale: 1)
        #expect(empty.count * 3 < short.count)
    }

    @Test func hostileTextsAreShownOrLeftOut() throws {
        let texts = [
            "a\u{0}b", "<b>&amp;</b>", String(repeating: "x", count: 50_000), "\u{202E}abc\u{202C}",
            "e\u{301}\u{301}\u{301}",
            "👩‍👩‍👧 🇪🇸", "שלום עולם", "\u{FFFF}\u{10FFFF}", "",
        ]
        for text in texts {
            let page = try PrintedPage(
                .a4, language: "es", title: text, [.heading(text), .text(text), .table(.init([.init(text)], [[text]]))])
            #expect(try page.pdf(at: date).starts(with: Array("%PDF".utf8)))
            #expect(try !page.png(scale: 0.5).isEmpty && page.html.contains("</html>"))
        }
    }

    @Test func whatCanNotBeDrawnSaysWhy() throws {
        #expect(throws: PageProblem.rollWidth) { try PrintedPage(.roll(5), language: "es", title: "", []) }
        #expect(throws: PageProblem.table) {
            try PrintedPage(.a4, language: "es", title: "", [.table(.init([.init("a")], [["1", "2"]]))])
        }
        #expect(throws: PageProblem.tooLarge) {
            try PrintedPage(.a4, language: "es", title: "", Array(repeating: .rule, count: 1_001))
        }
        let broken = try PrintedPage(
            .a4, language: "es", title: "", [.picture(png: [1, 2, 3], width: 20, alternative: "")])
        #expect(throws: PageProblem.picture) { try broken.pdf(at: date) }
        #expect(throws: PageProblem.tooLarge) { try receipt(.a4).png(scale: 20) }
    }

    @Test func eightDrawAtOnce() async throws {
        let page = try receipt(.a4, rows: 60)
        let first = try page.pdf(at: date)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try page.pdf(at: date) == first } }
            for try await isSame in group { #expect(isSame) }
        }
    }
}
