import FlagEngine
import HTTPServer
import HostAccess

extension Visit {
    /// Who has signed in and asks for flags; nil for a stranger, where those get in.
    func userOfFlags() throws(OFREPProblem) -> Identity? {
        do throws(Problem) { return try user() } catch {
            throw OFREPProblem(error.status.code, .general, error.detail, fields: error.fields)
        }
    }
}
