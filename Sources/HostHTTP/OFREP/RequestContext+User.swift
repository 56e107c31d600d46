import FlagEngine
import HTTPServer
import HostAccess

extension RequestContext {
    /// The signed-in user who asks for flags; nil for an anonymous caller, if those are let in.
    func userOfFlags() throws(OFREPProblem) -> Identity? {
        do throws(Problem) { return try user() } catch {
            throw OFREPProblem(error.status.code, .general, error.detail, fields: error.fields)
        }
    }
}
