internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// `flagstand pack`: writes the packed form of units' libraries beside them.
enum PackCommand {
    static func run(_ arguments: Arguments) async -> ExitCode {
        let packer = Packer(program: Surroundings.program)
        let folders = arguments.operands.isEmpty ? ["."] : arguments.operands
        var isFine = true
        for folder in folders {
            let outcomes = await packer.pack(Path.absolute(folder))
            if outcomes.isEmpty {
                Output.error("flagstand pack: error: \(folder): holds no feature: there is no feature.yaml in it\n")
                isFine = false
            }
            for (_, outcome) in outcomes {
                switch outcome {
                case .packed(let file, let packed): _ = Output.print("\(file): packed: \(packed.inWords)\n")
                case .isPacked(let file, let packed):
                    _ = Output.print("\(file): is packed already: \(packed.inWords)\n")
                case .failed(let diagnostics):
                    Output.error(diagnostics.text)
                    isFine = false
                }
            }
        }
        return isFine ? .fine : .bad
    }
}
