internal import Calendars
internal import FeatureKit
internal import Pages
internal import QRCodes
internal import Texts

/// That somebody has completed a course.
@Record @Collection("certificates", .unique(\.code), .on(\.userId, \.courseId), person: .deletes(\.userId))
struct Certificate: Equatable {
    /// Who.
    @Text(1...256) var userId: String
    @Public var courseId: ID<Course>
    /// The name of the person, as the franchise knew it.
    @Public @Text(1...100) var name: String
    /// The title of the course then.
    @Public @Text(1...200) var title: String
    /// What it is verified by.
    @Public @Text(4...20) var code: String
    /// When the course was completed.
    @Public var completedAt: Timestamp
    /// Since when it does not count any more.
    @Public var revokedAt: Timestamp?
    /// Why it does not, for the person themselves.
    @Text(1...200) var reason: String?

    /// What is printed, with a link to where it is verified.
    func page(in language: String, _ texts: TextCatalogue, link: String) throws -> PrintedPage {
        var blocks: [PrintedPage.Block] = [
            .space(30), .heading(try texts.text("heading", in: language)),
            .text(try texts.text("completed", in: language, ["name": .text(name)])), .space(10), .heading(title),
            .text(try texts.text("day", in: language, ["day": "\(Day(utc: completedAt))", "code": .text(code)])),
            .space(20),
        ]
        if let png = try QRCode(link).png(scale: 4) {
            blocks.append(.picture(png: png, width: 40, alternative: link))
        }
        return try PrintedPage(.a4, language: language, title: "\(title): \(name)", blocks)
    }
}
