"""Why something cannot be done."""


class Refusal(Exception):
    """What was asked cannot be done now; the problems say why, as values with texts."""

    def __init__(self, problems):
        super().__init__("; ".join(str(problem.message) for problem in problems))
        self.problems = problems
