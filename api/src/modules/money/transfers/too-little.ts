import { shortNumber } from '#contract/card-number.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { AccountPlace } from '../ledger/account.ts';
import type { MoneyBooks } from '../posting/deed.ts';

/** One card of a list, and where its money was to come from. */
interface Asked {
  card: { number: string };
  from: AccountPlace;
  sum: Kopecks;
}

/** The first few are enough to see what is wrong. */
const MOST_REASONS = 5;

/** Why a list was refused: which cards have less than is asked of them, or that the one account has. */
export function tooLittle(books: MoneyBooks, asked: readonly Asked[]): Refusal {
  const [first, ...others] = asked
    .filter(({ from, sum }) => from.kind === 'card' && books.account(from).balance < sum)
    .slice(0, MOST_REASONS)
    .map(({ card, from, sum }) => shortBy(card.number, sum, books.account(from).balance));
  if (first === undefined) return fieldRefusal('lines', INSUFFICIENT_FUNDS);
  return new Refusal(400, 'bad-lines', INSUFFICIENT_FUNDS, { fields: { lines: [first, ...others] } });
}

function shortBy(number: string, asked: Kopecks, balance: Kopecks): string {
  return `Карта ${shortNumber(number)}: на ней ${formatRubles(balance)}, а вывести нужно ${formatRubles(asked)}`;
}
