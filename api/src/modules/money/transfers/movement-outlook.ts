import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { MovementAim } from '#contract/many-movements.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money.ts';
import { formatRubles } from '../../../lib/money-format.ts';

/** What the outlook of a movement needs to know of its card. */
export interface MovableCard {
  partnerId: PartnerId;
  balance: Kopecks;
  /** Fuel bought past what was on the card: money that comes pays for it first. */
  shortfall: Kopecks;
  /** Top-ups that the network has not confirmed yet. */
  onItsWay: Kopecks;
}

/** What would become of one card. */
export interface Outlook {
  outcome: 'moves' | 'needless' | 'refused';
  message: string | null;
  sum: Kopecks;
  repays: Kopecks;
  after: Kopecks;
}

const NONE = kopecks(0);

/**
 * What a movement would do to a card as it stands. To a level: what is on its way counts as there, and what pays for earlier
 * fuel comes on top, so that the card does stand at the level in the end.
 */
export function outlookOf(
  card: MovableCard,
  said: { toCard: boolean; aim: MovementAim; sum: Kopecks },
): Outlook {
  const stays: Outlook = {
    outcome: 'needless',
    message: null,
    sum: NONE,
    repays: NONE,
    after: card.balance,
  };
  const sum = said.aim === 'sum' ? said.sum : sumToLevel(card, said);
  if (sum <= 0) return { ...stays, message: whyNeedless(said) };
  if (said.toCard) {
    const coming = card.balance + card.onItsWay;
    // What is there, and what is on its way, pays for earlier fuel first.
    const repays = kopecks(Math.min(sum, Math.max(0, card.shortfall - coming)));
    const after = kopecks(Math.max(0, coming + sum - card.shortfall));
    return { outcome: 'moves', message: null, sum, repays, after };
  }
  if (sum > card.balance) return { ...stays, outcome: 'refused', message: INSUFFICIENT_FUNDS };
  return { ...stays, outcome: 'moves', sum, after: kopecks(card.balance - sum) };
}

/** Below zero where the card is past the level. */
function sumToLevel(card: MovableCard, { toCard, sum: level }: { toCard: boolean; sum: Kopecks }): Kopecks {
  return kopecks(toCard ? level + card.shortfall - card.balance - card.onItsWay : card.balance - level);
}

function whyNeedless({ toCard, aim, sum }: { toCard: boolean; aim: MovementAim; sum: Kopecks }): string {
  if (aim === 'sum') return 'Сумма не указана';
  if (toCard) return `На карте уже не меньше ${formatRubles(sum)}`;
  return sum === 0 ? 'На карте ничего нет' : `На карте не больше ${formatRubles(sum)}`;
}
