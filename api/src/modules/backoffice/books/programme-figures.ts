/** A part of the programme's result, as the trial balance shows it. */
export type ProgrammeFigure = 'discounts' | 'surcharges' | 'fees' | 'card_fees' | 'corrections';

/**
 * Figure of each kind of transfer from or to a `programme` account. A kind that is missing here is in no figure, so the
 * trial balance does not balance and the check of the books reports it. Kinds are strings, because a newer version may
 * have posted others.
 */
export const FIGURES_BY_KIND: Readonly<Record<string, ProgrammeFigure>> = {
  discount: 'discounts',
  surcharge: 'surcharges',
  'service-fee': 'fees',
  'monthly-fee': 'fees',
  'card-fee': 'card_fees',
  correction: 'corrections',
};
