import FeatureKit
import Foundation
import Testing

@Suite struct SecretTests {
    private struct Settings: Codable { var password = Secret("swordfish") }

    @Test func neverPrints() throws {
        let secret = Secret("swordfish")
        var texts = [
            "\(secret)", secret.description, secret.debugDescription, String(reflecting: secret),
            String(describing: secret), "\(Optional(secret) as Any)", "\([secret])", "\(["k": secret])",
            "\(Settings())", String(reflecting: Settings()), "\(Mirror(reflecting: secret).children.map(\.value))",
            "\(Result<Secret, Never>.success(secret))",
        ]
        var dumped = ""
        dump(secret, to: &dumped)
        dump(Settings(), to: &dumped)
        print(secret, Settings(), to: &dumped)
        debugPrint(secret, Settings(), to: &dumped)
        texts.append(dumped)
        texts.append(try Value(codable: Settings()).json)
        texts.append(String(decoding: try JSONEncoder().encode(Settings()), as: UTF8.self))
        for text in texts {
            #expect(!text.contains("swordfish"))
            #expect(text.contains("<redacted>"))
        }
        #expect(try Value(codable: Settings()) == ["password": "<redacted>"])
    }

    @Test func isReadAndRevealed() throws {
        let settings = try (["password": "swordfish"] as Value).decoded(codable: Settings.self)
        #expect(settings.password.reveal() == "swordfish")
        #expect(settings.password == Secret("swordfish"))
        #expect(settings.password != Secret("hash"))
    }

    @Test func anErrorOfReadingDoesNotShowIt() {
        let error = #expect(throws: DecodingError.self) {
            try (["password": 123_456] as Value).decoded(codable: Settings.self)
        }
        #expect("\(String(describing: error))".contains("123456") == false)
    }
}
