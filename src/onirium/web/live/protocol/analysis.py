"""Messages from the server about the analysis of a game."""

import msgspec

from onirium.web.live.protocol.messages import Message


class AnalysisProgress(Message, frozen=True):
    """The progress of an analysis.

    Attributes:
        done: number of analysed decisions.
        total: number of all decisions.
    """

    done: int
    total: int


class AnalysisRejected(Message, frozen=True):
    """A game is not analysed now.

    Attributes:
        reason: the reason, as a sentence.
    """

    reason: str


class SeatAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one seat; see ``studies.analysis.game_analysis``.

    Attributes:
        seat: the seat.
        initial_win_probability: before the first decision.
        luck: luck of all chance outcomes after the first decision.
        cost: sum of the win probability lost by own decisions.
        remainder: part of the result that the estimates did not foresee.
        final_win_probability: at the end of the game.
        error: mean cost of a decision.
        best_share: share of the decisions without a noticeable cost.
        adjusted_result: result minus luck, including the luck of the deal; null if the game was
            resigned.
        curve: pairs of action count and win probability.
    """

    seat: int
    initial_win_probability: float
    luck: float
    cost: float
    remainder: float
    final_win_probability: float
    error: float
    best_share: float
    adjusted_result: float | None
    curve: list[tuple[int, float]]


class DecisionAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """An analysed decision.

    Attributes:
        action_count: number of actions in the record before the decision.
        seat: the seat that decided.
        best_win_probability: win probability of the best action.
        win_probability: win probability of the chosen action.
        is_exact: whether both are exact, under best play.
        rank: 1 for the seat's costliest decision, 2 for the next; 0 if not ranked.
        chosen: label of the chosen action; empty if its cost is negligible.
        better: label of the best action; empty if ``chosen`` is.
    """

    action_count: int
    seat: int
    best_win_probability: float
    win_probability: float
    is_exact: bool
    rank: int
    chosen: str
    better: str


class GameAnalysis(Message, frozen=True):
    """The analysis of a finished game.

    Attributes:
        seats: the results of all seats.
        decisions: all analysed decisions, in order.
    """

    seats: list[SeatAnalysis]
    decisions: list[DecisionAnalysis]
