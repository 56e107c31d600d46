internal import FeatureScaffold
internal import HostRuntime
internal import HostSystem

/// `flagstand new`: makes the package of a new feature.
enum NewCommand {
    static func run(_ arguments: Arguments) -> ExitCode {
        let name: FeatureName
        do throws(FeatureNameProblem) { name = try FeatureName(arguments.operands[0]) } catch {
            return complain("\(error)", .misused)
        }
        do throws(ScaffoldProblem) {
            let plan = try ScaffoldPlan(
                name, in: Path.folder(of: Path.absolute(name.type)), program: Surroundings.program,
                kit: arguments[.kit].map(Path.absolute), isLong: arguments.has(.longExample))
            try plan.perform()
            return Output.print(plan.summary)
        } catch { return complain("\(error)", .bad) }
    }

    private static func complain(_ text: String, _ code: ExitCode) -> ExitCode {
        Output.error("flagstand new: error: \(text)\n")
        return code
    }
}
