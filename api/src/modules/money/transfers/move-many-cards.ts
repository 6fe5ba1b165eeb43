import { shortNumber } from '#contract/card-number.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal, notFound, Refusal } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { MovingCard } from '../../cards/cards/find-moving-cards.ts';
import { toldIfUsed, type SaidCode } from '../../people/sms-codes/check-code.ts';
import type { AccountPlace, Movement } from '../ledger/account.ts';
import type { Books } from '../posting/deed.ts';
import { postDeed } from '../posting/post-deed.ts';
import type { Direction } from './move-card-money.ts';
import { listSubject, totalOf, type MovementLine } from './movement-list.ts';

/** What a person asks for when moving money between the account and many cards, each named once. */
export interface ManyMovementsOrder {
  scope: CompanyScope;
  userId: number;
  lines: readonly MovementLine[];
  /** The code from the SMS that confirms this list and no other. */
  sms: string;
  requestKey: RequestKey | null;
}

export interface ManyMovements {
  /** In the order of the lines. */
  operationIds: number[];
}

/** The first few are enough to see what is wrong. */
const MOST_REASONS = 5;

/**
 * The first half of as many movements as there are cards, all of them or none; each is settled by its own network's answer
 * as a single one is. Refuses as `transferToCard` does, on `lines` where money is missing; 404 and 503 for any of the cards.
 */
export async function moveManyCards(
  ctx: Context,
  order: ManyMovementsOrder,
  direction: Direction,
): Promise<ManyMovements> {
  const { userId, lines } = order;
  const { companyId } = order.scope;
  const purpose = `${direction.purpose}s` as const;
  const inTransit: AccountPlace = { companyId, kind: 'in-transit' };
  const sourceOf = ({ cardId }: MovementLine): AccountPlace => direction.source({ companyId, cardId });
  const code: SaidCode = {
    userId,
    code: order.sms,
    purpose,
    subjects: [listSubject(direction, lines)],
    sumKopecks: totalOf(lines),
    strict: true,
  };
  const posted = postDeed(ctx, {
    companyId,
    requestKey: order.requestKey,
    needs: {
      places: [...lines.map(sourceOf), inTransit],
      cardIds: lines.map((one) => one.cardId),
      codesOf: userId,
      newId: 'operation',
      newIds: lines.length,
    },
    decide(books) {
      const cards = lines.map((one) => requireCard(books, companyId, one));
      books.assertNotInMaintenance(new Set(cards.map((one) => one.partnerId)));
      const codeId = books.checkCode(code);
      const operationIds = lines.map(() => books.newId('operation'));
      const movements = lines.map((line, index): Movement => {
        const id = operationIds[index] as number;
        return {
          requestId: `operation:${id}:reserve`,
          kind: direction.reserve,
          from: sourceOf(line),
          to: inTransit,
          amount: line.sum,
          subject: { kind: 'operation', id },
        };
      });
      const short = shortCards(books, { lines, cards, sourceOf }, direction);
      if (!books.post(movements).ok) throw tooLittle(short);
      books.spendCode(codeId);
      for (const [index, { sum }] of lines.entries()) {
        books.addOperation(operationIds[index] as number, {
          card: cards[index] as MovingCard,
          typeId: direction.operationTypeId,
          sum,
          authorId: userId,
        });
      }
      books.record({
        what: 'many-cards-moved',
        userId,
        companyId,
        details: { purpose, cards: lines.length, kopecks: totalOf(lines) },
      });
      return { operationIds };
    },
  });
  return posted.catch(async (refusal: unknown) => {
    throw await toldIfUsed(ctx, code, refusal);
  });
}

function requireCard(books: Books, companyId: number, { cardId }: MovementLine): MovingCard {
  const card = books.card({ companyId, cardId });
  if (!card) throw notFound('Карта не найдена');
  return card;
}

interface Asked {
  lines: readonly MovementLine[];
  cards: readonly MovingCard[];
  sourceOf(line: MovementLine): AccountPlace;
}

/** Which cards have less than is asked of them; none where the money comes from one account. */
function shortCards(books: Books, { lines, cards, sourceOf }: Asked, { purpose }: Direction): string[] {
  if (purpose === 'transfer') return [];
  return lines.flatMap((line, index) => {
    const { balance } = books.account(sourceOf(line));
    const number = cards[index]?.number ?? '';
    return balance < line.sum ? [shortBy(number, line.sum, balance)] : [];
  });
}

function shortBy(number: string, asked: Kopecks, balance: Kopecks): string {
  return `Карта ${shortNumber(number)}: на ней ${formatRubles(balance)}, а вывести нужно ${formatRubles(asked)}`;
}

function tooLittle(reasons: readonly string[]): Refusal {
  if (reasons.length === 0) return fieldRefusal('lines', INSUFFICIENT_FUNDS);
  return new Refusal(400, 'bad-lines', INSUFFICIENT_FUNDS, {
    fields: { lines: reasons.slice(0, MOST_REASONS) as [string, ...string[]] },
  });
}
