import Foundation
import HostConfig
import HostProof
import Testing

@Suite struct RedactionTests {
    @Test func `a secret is nowhere, whatever stands around it`() {
        let hide = Redaction(["swordfish", "fish", "a\"b\\c", "line one\nline two", "ñandú"])
        #expect(hide("swordfish, swordfishes and fish") == "<redacted>, <redacted>es and <redacted>")
        #expect(hide("swswordfish") == "sw<redacted>")
        // As JSON shows it, and each of its lines.
        #expect(hide(#"{"x": "a\"b\\c"}"#) == #"{"x": "<redacted>"}"#)
        #expect(hide("x line two y") == "x <redacted> y")
        #expect(hide("un ñandú") == "un <redacted>")
        #expect(hide("") == "")
    }

    @Test func `a long secret is hidden where what is shown of it was cut`() {
        let secret = "S" + String(repeating: "0123456789", count: 30)
        let hide = Redaction([secret])
        for shown in [12, 13, 150, 300] {
            #expect(hide("key: \(secret.prefix(shown))… and more") == "key: <redacted>… and more")
        }
        #expect(hide(secret + secret) == "<redacted><redacted>")
        // So little tells nobody anything.
        #expect(hide("S0123456789") == "S0123456789")
    }

    @Test(arguments: [
        "s3cret/word", "exactly8", "a+b c=d&e", "pässwort!", String(repeating: "long and longer ", count: 20),
    ])
    func `in addresses and fields it is hidden as well`(secret: String) {
        let hide = Redaction([secret])
        let bytes = Data(secret.utf8)
        let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(hide("https://x/?key=\(percent)&y").contains("key=<redacted>&y"))
        for user in ["", "a", "ab", "abc"] {
            let told = (Data("\(user)".utf8) + bytes + Data(":end".utf8)).base64EncodedString()
            for field in [told, told.replacing("+", with: "-").replacing("/", with: "_")] {
                let shown = hide("Basic \(field) ")
                #expect(shown.contains("<redacted>"), "\(user) \(field)")
                // What is left does not hold eight bytes of it.
                let left = shown.replacing("<redacted>", with: "")
                #expect(left.utf8.count < "Basic  ".utf8.count + (user.utf8.count + 4) * 4 / 3 + 10)
            }
        }
    }

    @Test func `a short secret is hidden as it is alone`() {
        let hide = Redaction(["swordf"])
        #expect(hide("swordf") == "<redacted>")
        #expect(hide(Data("swordf".utf8).base64EncodedString()) == Data("swordf".utf8).base64EncodedString())
    }

    @Test func `what is too short to be a secret hides nothing`() {
        #expect(Redaction(["a", "abc", ""])("abcabc") == "abcabc")
        #expect(Redaction.none("abc") == "abc")
    }

    @Test func `the tail of an output holds its last lines, and nothing that steers a terminal`() {
        var tail = Tail()
        #expect(tail.lines(hiding: .none) == [])
        for number in 0..<100 { tail.add(Array("line \(number)\n".utf8)) }
        #expect(tail.lines(hiding: .none) == (80..<100).map { "line \($0)" })
        tail.add(Array("\u{1B}[31mred \u{202E}\nlast".utf8))
        #expect(tail.lines(hiding: .none).suffix(2) == ["\\u{001B}[31mred \\u{202E}", "last"])
    }

    @Test func `a long output is cut, and so is a long line; a secret at the cut is still none to be seen`() {
        var tail = Tail()
        let secret = String(repeating: "s3cr3t", count: 100)
        for _ in 0..<2_000 { tail.add(Array((secret + " ").utf8)) }
        tail.add(Array("\nend\n".utf8))
        let lines = tail.lines(hiding: Redaction([secret]))
        #expect(lines == ["end"])
        var long = Tail()
        long.add([UInt8](repeating: UInt8(ascii: "x"), count: 10_000))
        #expect(long.lines(hiding: .none).map(\.count) == [ProofLimits.longestShownLine])
    }

    @Test func `a trace of mere addresses says nothing and is left out`() {
        var tail = Tail()
        tail.add(
            Array(
                """
                R.swift:1: Fatal error: told to trap
                Current stack trace:
                0    libswiftCore.so                    0x00007f480695f130 swift_reportError + 33
                12   6                                  0x00007f480642f3c5 <unavailable> + 37829
                12 apples, 0x10 pears
                """.utf8))
        #expect(tail.lines(hiding: .none) == ["R.swift:1: Fatal error: told to trap", "12 apples, 0x10 pears"])
    }
}
