"""Win rates adjusted for luck: control variates with coefficients from other games.

Luck has the mean 0, so subtracting a multiple of it from the results leaves their mean unchanged,
and reduces their variance if both are correlated (control variates; in games AIVAT, Burch et al.,
2018). The best multiples are those of a linear regression. For each tenth of the deals they are
fitted on the other nine, so that the adjusted mean is exactly unbiased. Few deals determine them
badly, so the regression is shrunk towards 0 (ridge regression, Hoerl and Kennard, 1970).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from onirium.studies.linear_system import solve_linear_system
from onirium.studies.statistics import Z_95, wilson_interval

FOLD_COUNT: Final = 10
"""Parts of the deals; the coefficients of each are fitted on the others."""

RESULT_VARIABLE: Final = -1
"""The variable that is adjusted, among the variables of a deal."""

PRIOR_VARIANCE: Final = 1.0
"""The variance of the prior of each coefficient, around 0: that of exact luck would be 1."""

MIN_RIDGE: Final = 1e-6
"""Added at least to the variance of each control, so that constant ones have the coefficient 0."""

MIN_VARIANCE: Final = 1e-12
"""A lower variance counts as 0: it is the rounding error of results that are all alike."""


class AdjustedShare(msgspec.Struct, frozen=True, kw_only=True):
    """A share adjusted for luck: with the same mean, and less variance.

    Attributes:
        share: the adjusted share.
        low: the lower end of its 95 % interval.
        high: the upper end.
        variance_ratio: the number of deals that the unadjusted share needs for the same precision,
            relative to the adjusted one.
    """

    share: float
    low: float
    high: float
    variance_ratio: float


class AdjustedMean(NamedTuple):
    """A mean adjusted for luck.

    Attributes:
        mean: the adjusted mean.
        variance_ratio: the variance of the unadjusted results divided by that of the adjusted
            ones: the factor by which the adjustment reduces the number of deals needed.
        deals: the number of deals.
    """

    mean: float
    variance_ratio: float
    deals: int

    def to_share(self, share: float, games: float) -> AdjustedShare:
        """Return an adjusted share with Wilson's interval for more games.

        Their number grows by the variance ratio. As many pseudo-deals as Wilson's interval adds
        pseudo-games, which luck does not explain, widen the interval of few deals.

        Args:
            share: the adjusted share.
            games: the effective number of independent games of the unadjusted share.
        """
        pseudo_deals = Z_95 * Z_95
        unexplained = (self.deals / self.variance_ratio + pseudo_deals) / (
            self.deals + pseudo_deals
        )
        wins = min(max(share, 0.0), 1.0) * games
        low, high = wilson_interval(wins / unexplained, games / unexplained)
        return AdjustedShare(
            share=share,
            low=min(low, share),
            high=max(high, share),
            variance_ratio=self.variance_ratio,
        )


@dataclass
class ControlSums:
    """Sums, over deals, of variables and of the products of two variables.

    Attributes:
        deals: the number of deals.
        sums: for each variable its sum.
        products: for each pair of variables, in ascending order, the sum of their products.
    """

    deals: int = 0
    sums: dict[int, float] = field(default_factory=dict)
    products: dict[tuple[int, int], float] = field(default_factory=dict)

    def add_deal(self, variables: Mapping[int, float]) -> None:
        """Add a deal; a variable that is missing is 0."""
        self.deals += 1
        names = sorted(variables)
        for index, name in enumerate(names):
            value = variables[name]
            self.sums[name] = self.sums.get(name, 0.0) + value
            for other in names[index:]:
                product = value * variables[other]
                self.products[name, other] = self.products.get((name, other), 0.0) + product

    def add(self, others: "ControlSums") -> None:
        """Add the sums of other deals."""
        self.deals += others.deals
        for name, total in others.sums.items():
            self.sums[name] = self.sums.get(name, 0.0) + total
        for names, product in others.products.items():
            self.products[names] = self.products.get(names, 0.0) + product

    def mean(self, name: int) -> float:
        """Return the mean of a variable."""
        return self.sums.get(name, 0.0) / self.deals

    def covariance(self, one: int, other: int) -> float:
        """Return the covariance of two variables."""
        names = (one, other) if one <= other else (other, one)
        return self.products.get(names, 0.0) / self.deals - self.mean(one) * self.mean(other)


def adjust(folds: Sequence[ControlSums]) -> AdjustedMean | None:
    """Return the mean of the results adjusted for luck; ``None`` for fewer than four deals.

    If a fold has fewer than two deals, the even and the odd folds are merged into two.
    """
    if any(fold.deals <= 1 for fold in folds):
        folds = [_merge(folds[::2]), _merge(folds[1::2])]
    if any(fold.deals <= 1 for fold in folds):
        return None
    deals = sum(fold.deals for fold in folds)
    mean, variance = 0.0, 0.0
    for fold in folds:
        coefficients = fit(_merge([other for other in folds if other is not fold]))
        share = fold.deals / deals
        rest = fold.mean(RESULT_VARIABLE)
        rest -= sum(weight * fold.mean(name) for name, weight in coefficients.items())
        rest_variance = residual_variance(fold, coefficients) * fold.deals / (fold.deals - 1)
        mean += share * rest
        variance += share * rest_variance
    unadjusted = _merge(folds).covariance(RESULT_VARIABLE, RESULT_VARIABLE) * deals / (deals - 1)
    ratio = unadjusted / variance if min(unadjusted, variance) >= MIN_VARIANCE else 1.0
    return AdjustedMean(mean, ratio, deals)


def _merge(folds: Sequence[ControlSums]) -> ControlSums:
    """Return the sums over the deals of several folds."""
    total = ControlSums()
    for fold in folds:
        total.add(fold)
    return total


def fit(sums: ControlSums) -> dict[int, float]:
    """Return the likeliest coefficients of the controls, given their prior."""
    names = [name for name in sorted(sums.sums) if name != RESULT_VARIABLE]
    if not names:
        return {}
    variance = sums.covariance(RESULT_VARIABLE, RESULT_VARIABLE)
    ridge = max(MIN_RIDGE, variance / (PRIOR_VARIANCE * sums.deals))
    matrix = [
        [sums.covariance(name, other) + ridge * (name == other) for other in names]
        for name in names
    ]
    right = [sums.covariance(name, RESULT_VARIABLE) for name in names]
    return dict(zip(names, solve_linear_system(matrix, right), strict=True))


def residual_variance(sums: ControlSums, coefficients: Mapping[int, float]) -> float:
    """Return the variance of the result less the controls times their coefficients."""
    weights = {RESULT_VARIABLE: 1.0, **{name: -weight for name, weight in coefficients.items()}}
    return sum(
        one_weight * other_weight * sums.covariance(one, other)
        for one, one_weight in weights.items()
        for other, other_weight in weights.items()
    )
