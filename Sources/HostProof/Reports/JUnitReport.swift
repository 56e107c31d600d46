/// Reports as the XML that CI systems show, in the form that JUnit made common.
///
/// A suite for each group of a feature; what is wrong with the unit as a whole is an error of a suite of its own.
package enum JUnitReport {
    private struct Suite {
        let name: String
        var cases: [ProofResult] = []
        var errors: [String] = []
        var output: [String] = []
    }

    package static func xml(_ reports: [ProofReport]) -> String {
        let suites = reports.flatMap(suites)
        let tests = suites.reduce(0) { $0 + $1.cases.count + $1.errors.count }
        let failures = suites.reduce(0) { $0 + $1.cases.count { !$0.hasPassed } }
        let errors = suites.reduce(0) { $0 + $1.errors.count }
        let time = reports.reduce(Duration.zero) { $0 + $1.took }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuites name=\"flagstand test\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" "
            + "time=\"\(time.inSeconds)\">\n" + suites.map(xml).joined() + "</testsuites>\n"
    }

    private static func suites(of report: ProofReport) -> [Suite] {
        var suites: [Suite] = []
        for result in report.results {
            let name = "\(report.name).\(result.about.group)"
            if suites.last?.name != name { suites.append(Suite(name: name)) }
            suites[suites.count - 1].cases.append(result)
        }
        let errors = report.remarks.filter(\.isError).map(\.text) + report.problems
        let warnings = report.remarks.filter { !$0.isError }.map(\.text)
        if !errors.isEmpty || !warnings.isEmpty || suites.isEmpty {
            suites.insert(Suite(name: report.name, errors: errors, output: warnings), at: 0)
        }
        return suites
    }

    private static func xml(_ suite: Suite) -> String {
        let failures = suite.cases.count { !$0.hasPassed }
        let time = suite.cases.reduce(Duration.zero) { $0 + $1.took }
        var text = "  <testsuite name=\"\(quoted(suite.name))\" tests=\"\(suite.cases.count + suite.errors.count)\" "
        text += "failures=\"\(failures)\" errors=\"\(suite.errors.count)\" time=\"\(time.inSeconds)\">\n"
        for error in suite.errors {
            text += "    <testcase classname=\"\(quoted(suite.name))\" name=\"can be tried\" time=\"0\">\n"
            text += "      <error message=\"\(quoted(error.firstLine))\">\(escaped(error))</error>\n    </testcase>\n"
        }
        for result in suite.cases {
            text += "    <testcase classname=\"\(quoted(suite.name))\" name=\"\(quoted(result.about.name))\" "
            text += "time=\"\(result.took.inSeconds)\""
            guard let failure = result.failure else {
                text += "/>\n"
                continue
            }
            text += ">\n      <failure message=\"\(quoted(failure.firstLine))\">\(escaped(failure))</failure>\n"
            text += "    </testcase>\n"
        }
        if !suite.output.isEmpty {
            text += "    <system-out>\(escaped(suite.output.joined(separator: "\n")))</system-out>\n"
        }
        return text + "  </testsuite>\n"
    }

    /// As it stands in an attribute, where line ends would become blanks.
    private static func quoted(_ text: String) -> String {
        escaped(text).unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "&#10;"
            case "\t": text += "&#9;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// As it stands between tags; what XML 1.0 has no way of saying becomes a sign that something was there.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            // Otherwise it would be read as a line end.
            case "\r": text += "&#13;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\u{00}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
