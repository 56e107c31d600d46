public import FeatureKit

extension PrintedPage {
    /// What a page is sent as: for printers, as a picture or as a page of the web.
    public enum Format: String, CaseIterable, Shaped, Sendable { case pdf, png, html }

    /// The page in a format.
    ///
    /// - Parameter date: When it was made.
    public func media(_ format: Format, at date: Timestamp) throws(PageProblem) -> Media {
        switch format {
        case .pdf: Media(type: "application/pdf", bytes: try pdf(at: date))
        case .png: Media(type: "image/png", bytes: try png())
        case .html: Media(type: "text/html; charset=utf-8", bytes: Array(html.utf8))
        }
    }
}
