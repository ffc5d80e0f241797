"""The exception for actions that can't be done."""


class Refusal(Exception):
    """An action can't be done now; `problems` say why, as values with texts."""

    def __init__(self, problems):
        super().__init__("; ".join(str(problem.message) for problem in problems))
        self.problems = problems
