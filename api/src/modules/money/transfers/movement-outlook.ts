import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { MovementAim } from '#contract/money/many-movements.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import type { AccountPlace } from '../ledger/account.ts';
import type { MoneyBooks } from '../posting/money-movement.ts';

/** Facts about a card that the preview of a movement needs. */
export interface MovableCard {
  partnerId: PartnerId;
  balance: Kopecks;
  /** Fuel bought past what was on the card: money that comes pays for it first. */
  shortfall: Kopecks;
  /** Top-ups that the network has not confirmed yet. */
  onItsWay: Kopecks;
}

/** Expected result of a movement for one card. */
export interface Outlook {
  outcome: 'moves' | 'needless' | 'refused';
  message: string | null;
  sum: Kopecks;
  repays: Kopecks;
  after: Kopecks;
}

const NONE = kopecks(0);

/**
 * Computes what a movement would do to a card in its present state. For a movement to a level, money in transit counts
 * as arrived, and payment for earlier fuel is added on top, so that the card is at the level in the end.
 */
export function previewMovement(
  card: MovableCard,
  input: { toCard: boolean; aim: MovementAim; sum: Kopecks },
): Outlook {
  const stays: Outlook = {
    outcome: 'needless',
    message: null,
    sum: NONE,
    repays: NONE,
    after: card.balance,
  };
  const sum = input.aim === 'sum' ? input.sum : sumToLevel(card, input);
  if (sum <= 0) return { ...stays, message: describeNeedless(input) };
  if (input.toCard) {
    const coming = card.balance + card.onItsWay;
    // Money on the card and in transit pays for earlier fuel first.
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

function describeNeedless({ toCard, aim, sum }: { toCard: boolean; aim: MovementAim; sum: Kopecks }): string {
  if (aim === 'sum') return 'Сумма не указана';
  if (toCard) return `На карте уже не меньше ${formatRubles(sum)}`;
  return sum === 0 ? 'На карте нет денег' : `На карте не больше ${formatRubles(sum)}`;
}

/** One card of a list, and where its money was to come from. */
interface PreviewArgs {
  card: { number: string };
  from: AccountPlace;
  sum: Kopecks;
}

/** The first few are enough to see what is wrong. */
const MAX_REASONS = 5;

/** Why a list was refused: which cards have less than is asked of them, or that the one account has. */
export function tooLittle(books: MoneyBooks, args: readonly PreviewArgs[]): Refusal {
  const [first, ...others] = args
    .filter(({ from, sum }) => from.kind === 'card' && books.account(from).balance < sum)
    .slice(0, MAX_REASONS)
    .map(({ card, from, sum }) => formatShortfall(card.number, sum, books.account(from).balance));
  if (first === undefined) return fieldRefusal('lines', INSUFFICIENT_FUNDS);
  return new Refusal(400, 'bad-lines', INSUFFICIENT_FUNDS, { fields: { lines: [first, ...others] } });
}

function formatShortfall(number: string, args: Kopecks, balance: Kopecks): string {
  return `Карта ${shortNumber(number)}: на ней ${formatRubles(balance)}, а вывести нужно ${formatRubles(args)}`;
}
