import Glibc
import Harness

@testable import Texts

/// Any bytes are the texts of a language or tell what is wrong with them; each text can be rendered with its parameters.
@main enum TextsHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let file = TextFile(bytes, "es")
    for problem in file.problems {
        require(problem.description.hasPrefix("es") && (problem.line ?? 1) <= count, "a problem without its place")
    }
    do throws(TextProblems) {
        let catalogue = try TextCatalogue(["es": bytes, "en": bytes])
        require(file.problems.isEmpty, "a problem that the catalogue ignores")
        for (key, template) in file.templates { check(key, template, catalogue) }
    } catch {
        require(!file.problems.isEmpty, "the same texts in two languages: \(error)")
    }
    return 0
}

private func check(_ key: String, _ template: TextTemplate, _ catalogue: TextCatalogue) {
    let names = template.parameters.keys
    func rendered(_ number: Int) throws(TextError) -> String {
        let parameters = names.map { name -> (String, TextParameter) in
            (name, template.parameters[name] == true ? .number(number) : "<\(name)>")
        }
        let values = Dictionary(uniqueKeysWithValues: parameters)
        let html = try catalogue.text(key, in: "ca-ES", values, isHTML: true)
        let text = try catalogue.text(key, in: "en", values)
        require(names.contains { template.parameters[$0] == false } || html == text, "HTML of numbers")
        return html
    }
    do throws(TextError) {
        require(try rendered(1).utf8.count < 1 << 24)
        require(try rendered(7).utf8.count < 1 << 24)
    } catch { require(false, "\(key): \(error)") }
}
