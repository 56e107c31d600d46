import Crypto
import FeatureKit
import LibraryTestSupport
import PythonPeer
import Testing
import WebJSON

@testable import Mail

extension MailMessage {
    /// A mail with all that a mail can have.
    static var full: MailMessage {
        var mail = MailMessage(
            from: MailAddress("noreply@circuit.example", name: "Circuit"), to: MailAddress("ada@example.org"),
            subject: "Confirma tu dirección", text: "Hola,\n\nconfirma: https://circuit.example/c?t=1 \n.\n",
            date: Timestamp(nanoseconds: 1_795_607_462_250_000_000), id: "17.confirm@circuit.example")
        mail.html = "<p>Hola,</p>\n<p>confirma <a href=\"https://circuit.example/c?t=1\">aquí</a></p>\n"
        mail.unsubscribe = "https://circuit.example/u?t=2"
        mail.language = "es"
        return mail
    }
}

@Suite(.timeLimit(.minutes(1))) struct MailMessageTests {
    @Test func whatAMailSaysCanNotBreakItsPage() {
        var mail = MailMessage.full
        mail.write(
            title: "a\r\nBcc: <b>", "a & <script>\n\nhttps://circuit.example/?a=1&b=\"2\"",
            foot: ("No more", "https://circuit.example/u?t=2"))
        #expect(mail.subject == "a  Bcc: <b>")
        let html = mail.html ?? ""
        #expect(!html.contains("<script>") && html.contains("a &amp; &lt;script&gt;"))
        #expect(html.contains("<a href=\"https://circuit.example/?a=1&amp;b=&quot;2&quot;\">"))
        #expect(mail.text.hasSuffix("\n\n--\nNo more: https://circuit.example/u?t=2\n"))
    }

    @Test func settingsSayWhatIsWrongWithThem() {
        let wrong = MailSettings(from: "nobody", server: "mail.example", password: Secret("x"))
        #expect(wrong.problems.map(\.field) == ["from", "server", "password"])
        #expect(MailSettings().problems.isEmpty)
    }

    @Test func aMailIsWrittenAsReadersExpectIt() throws {
        let written = String(decoding: try MailMessage.full.bytes(), as: UTF8.self)
        #expect(!written.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
        #expect(
            written.replacing("\r\n", with: "\n") == """
                From: "Circuit" <noreply@circuit.example>
                To: ada@example.org
                Subject: =?UTF-8?B?Q29uZmlybWEgdHUgZGlyZWNjacOzbg==?=
                Date: Wed, 25 Nov 2026 11:51:02 +0000
                Message-ID: <17.confirm@circuit.example>
                MIME-Version: 1.0
                Content-Language: es
                Auto-Submitted: auto-generated
                List-Unsubscribe: <https://circuit.example/u?t=2>
                List-Unsubscribe-Post: List-Unsubscribe=One-Click
                Content-Type: multipart/alternative; boundary="=_alternative"

                --=_alternative
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                Hola,

                confirma: https://circuit.example/c?t=3D1=20
                .

                --=_alternative
                Content-Type: text/html; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                <p>Hola,</p>
                <p>confirma <a href=3D"https://circuit.example/c?t=3D1">aqu=C3=AD</a></p>

                --=_alternative--

                """)
    }

    @Test func whatCouldChangeTheHeadIsRefused() {
        let rows: [(part: String, change: (inout MailMessage) -> Void)] = [
            ("subject", { $0.subject = "a\r\nBcc: b@example.org" }), ("subject", { $0.subject = "a\nb" }),
            ("subject", { $0.subject = "a\u{0}" }),
            ("sender", { $0.from = MailAddress("a@b", name: "A\r\nBcc: b@example.org") }),
            ("sender", { $0.from = MailAddress("nobody") }), ("recipient", { $0.to = MailAddress("a@b,c@d") }),
            ("recipient", { $0.to = MailAddress("a@b>\r\nRCPT TO:<c@d") }),
            ("recipient", { $0.to = MailAddress("a b@c") }),
            ("recipient", { $0.to = MailAddress("señal@example.org") }), ("recipient", { $0.to = MailAddress("@b") }),
            ("Message-ID", { $0.id = "a@b>\r\n" }), ("Message-ID", { $0.id = "a" }),
            ("language", { $0.language = "es\n" }),
            ("address to unsubscribe", { $0.unsubscribe = "https://a>\r\nBcc: b" }),
            ("address to unsubscribe", { $0.unsubscribe = "https://" + String(repeating: "a", count: 999) }),
            ("date", { $0.date = Timestamp(nanoseconds: -1) }),
        ]
        for (part, change) in rows {
            var mail = MailMessage.full
            change(&mail)
            #expect(throws: MailMessage.Problem(part: part)) { try mail.bytes() }
        }
    }

    private static let alphabet: [Unicode.Scalar] =
        Array("ab .=?_-\"\\<>:;,@\t~".unicodeScalars) + Array("éñß漢字🏁👩‍🔧\u{301}\u{A0}\u{2028}\u{85}".unicodeScalars)

    private func text(_ random: inout SeededRandom, most: Int, _ more: [Unicode.Scalar] = []) -> String {
        var text = ""
        let letters = Bool.random(using: &random) ? Self.alphabet + more : Array(Self.alphabet.prefix(18)) + more
        for _ in 0..<Int.random(in: 0...most, using: &random) {
            text.unicodeScalars.append(letters.randomElement(using: &random) ?? "a")
        }
        return text
    }

    /// Whatever stands in a mail is read back by Python's package as it was.
    @Test(.enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)), arguments: SeededRandom.seeds(3))
    func anyTextIsReadBack(seed: UInt64) async throws {
        try await PythonPeer.run("read_mail.py") { peer in
            var random = SeededRandom(seed: seed)
            for _ in 1...100 {
                var mail = MailMessage.full
                mail.subject = text(&random, most: 200).replacing("\t", with: " ")
                mail.text = text(&random, most: 400, ["\n", "\n", "."])
                let name = text(&random, most: 90).replacing("\t", with: " ")
                mail.from = MailAddress("noreply@circuit.example", name: name)
                if Bool.random(using: &random) { mail.html = nil } else { mail.html = text(&random, most: 999, ["\n"]) }
                let bytes = try mail.bytes()
                let line = try #require(try await peer.tell(Hex.text(bytes)))
                let read = try JSONText.value(of: Array(line.utf8))
                #expect(read["subject"] == .text(mail.subject))
                // A mail of one part ends with the end of a line.
                #expect(read["plain"] == .text(mail.text + (mail.html == nil ? "\n" : "")))
                #expect(read["html"] == (mail.html.map { .text($0) } ?? .null))
                // The package does not keep the spaces of long names, whatever wrote them.
                guard case .text(let from)? = read["from"] else { throw MailMessage.Problem(part: "no sender") }
                func letters(_ text: String) -> [Unicode.Scalar] {
                    text.unicodeScalars.filter { !$0.properties.isWhitespace }
                }
                #expect(letters(from) == letters(name + "noreply@circuit.example"))
                #expect(read["date"] == "2026-11-25T11:51:02+00:00" && read["defects"] == [] && read["stray"] == false)
                #expect(read["fits"] == true && read["ascii"] == true)
            }
        }
    }
}
