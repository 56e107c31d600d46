extension FlagRun {
    /// What an operation of JsonLogic gives.
    ///
    /// What goes wrong is raised; what is given then does not matter.
    mutating func logic(_ operation: LogicOperation, _ step: Step, in scope: Operand) -> Operand {
        switch operation {
        case .variable: attribute(step.attribute, of: scope) ?? .null
        }
    }
}
