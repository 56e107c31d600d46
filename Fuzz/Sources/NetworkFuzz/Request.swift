package import HTTPServer

/// What of a request says for whom it is asked.
package struct Request {
    package let peer: Peer
    package let fields: [String]

    package func values(of name: String) -> [String] { fields }
}
