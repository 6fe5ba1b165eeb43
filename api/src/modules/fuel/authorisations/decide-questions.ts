import { recordLines, toAuditLine, type AuditLine, type AuditRecord } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { runAsWork } from '../../../lib/current-work.ts';
import { holdBudget } from '../../fleet/rules/purchase/budget-use.ts';
import { findKnownCards, type KnownCard } from './asked-cards.ts';
import { insertAuthorisations, listAnswered, nameRequest } from './authorisations.ts';
import { listWaitingSettlements } from './early-settlements.ts';
import { findForQuestions } from './find-for-questions.ts';
import { declineUnknown, orError, repeatAnswer, type FuelDecision } from './fuel-answer.ts';
import { holdMoney } from './held-money.ts';
import { rememberAccounts } from './hold-accounts.ts';
import type { PumpSession } from './pump-sessions.ts';
import { questionBooks, type DecidedQuestion } from './question-books.ts';
import { findShownCode, lockShownOffer, moveSession, WRONG_CODE } from './shown-codes.ts';
import type { OpenQuestion, WaitingQuestion } from './waiting-question.ts';

const UNKNOWN_CARD = 'Такой карты в программе нет';

/** Replaces the decision on a question whose company's money another transaction has locked. */
export class MoneyIsLocked {
  readonly companyId: number;
  constructor(companyId: number) {
    this.companyId = companyId;
  }
}

/** Another question with one of these ids, about a card of another company, was stored meanwhile. */
export class RequestIdTaken extends Error {}

/** A decision, and whether a settlement of it waits to be booked. */
export type Decided = FuelDecision & { isSettled: boolean };

export interface DecideOptions {
  /** How long it waits for money that others have locked. */
  timeoutMs: number;
  /** Returns whether the company's questions wait elsewhere. */
  isInLine(companyId: number): boolean;
  /** Called when nothing is left but to write. */
  letNextBegin(): void;
  /** Called just before the commit is sent. */
  onCommit(): void;
}

/**
 * Decides questions of any companies in one transaction, as if they came one after another: each counts what those before it
 * may sell. Returns for each its decision, an Error that is its own, or MoneyIsLocked. Throws RequestIdTaken.
 */
export function decideQuestions(
  ctx: Context,
  waiting: readonly WaitingQuestion[],
  options: DecideOptions,
): Promise<(Decided | Error | MoneyIsLocked)[]> {
  return ctx.db.inPrepared(async (tx, commit, afterCommit) => {
    const lines: AuditLine[] = [];
    const record = ({ work }: WaitingQuestion, event: AuditRecord): void =>
      void lines.push(runAsWork(work, () => toAuditLine(event)));
    const decline = (item: WaitingQuestion, reason: string): FuelDecision => {
      const { partnerId, requestId } = item.question;
      const now = ctx.clock.now();
      const targets = [{ kind: 'partner', id: partnerId }];
      record(item, { at: now, what: 'fuel-declined', targets, details: { requestId } });
      return declineUnknown(item.question, reason, now);
    };

    const opened = await openQuestions(ctx, tx, { waiting, decline, isInLine: options.isInLine });
    const open = opened.filter((item) => isOpen(item));
    const found = await findForQuestions(ctx, tx, open, options.timeoutMs);
    const books = questionBooks(found, record);
    const decided: (FuelDecision | Error | MoneyIsLocked)[] = [];
    for (const [place, item] of opened.entries()) {
      if (isOfUnknownCard(item)) decided[place] = books.repeat(item) ?? decline(item, UNKNOWN_CARD);
      else if (!isOpen(item)) decided[place] = item;
      else if (!found.free.has(item.card.companyId)) decided[place] = new MoneyIsLocked(item.card.companyId);
      else {
        const session = await lockOffered(tx, item, books.isAnswered(item.question), found.now);
        decided[place] =
          session === 'used'
            ? decline(item, WRONG_CODE)
            : books.decide({ ...item, session }, open.indexOf(item));
      }
    }
    options.letNextBegin();
    await writeQuestions(ctx, tx, books.written, found.now);
    const isWritten = lines.length > 0;
    if (isWritten) options.onCommit();
    // What is settled while this is decided finds no authorisation, so it is looked for after the commit.
    const [, , early] = await Promise.all([
      isWritten ? recordLines(tx, found.now, lines) : null,
      isWritten ? commit() : null,
      listWaitingSettlements(
        afterCommit,
        waiting.map(({ question }) => question),
      ),
    ]);
    rememberAccounts(
      ctx,
      books.written.flatMap(({ input }) => (input.held > 0 ? [input] : [])),
    );
    const settled = new Set(early.map(nameRequest));
    return decided.map((item, place) =>
      item instanceof Error || item instanceof MoneyIsLocked
        ? item
        : { ...item, isSettled: settled.has(nameRequest((waiting[place] as WaitingQuestion).question)) },
    );
  });
}

/** A question about a card that no one has. An earlier question of the batch may have its id. */
interface UnknownCardQuestion extends WaitingQuestion {
  card: null;
}
type Opened = OpenQuestion | UnknownCardQuestion | FuelDecision | Error | MoneyIsLocked;

function isOpen(item: Opened): item is OpenQuestion {
  return 'card' in item && item.card !== null;
}

function isOfUnknownCard(item: Opened): item is UnknownCardQuestion {
  return 'card' in item && item.card === null;
}

/** Finds the card of each question. What was answered before, and what belongs to no one, is decided here. */
async function openQuestions(
  ctx: Context,
  tx: Db,
  {
    waiting,
    decline,
    isInLine,
  }: {
    waiting: readonly WaitingQuestion[];
    decline: (item: WaitingQuestion, reason: string) => FuelDecision;
    isInLine: DecideOptions['isInLine'];
  },
): Promise<Opened[]> {
  const questions = waiting.map(({ question }) => question);
  const [answered, cards] = await Promise.all([
    listAnswered(tx, questions),
    findKnownCards(
      tx,
      questions.flatMap(({ partnerId, shown }) =>
        'code' in shown ? [] : [{ partnerId, number: shown.cardNumber }],
      ),
    ),
  ]);
  const known = new Map(answered.map((item) => [nameRequest(item), item]));
  const byNumber = new Map(cards.map((card) => [`${card.partnerId}:${card.number}`, card]));
  const opened: Opened[] = [];
  for (const item of waiting) {
    const { question, asked } = item;
    const before = known.get(nameRequest(question));
    if (before) {
      opened.push(orError(() => repeatAnswer(before, asked)));
      continue;
    }
    const { partnerId, shown } = question;
    const offered = 'code' in shown ? await findShownCode(ctx, tx, question, shown.code) : null;
    if (offered !== null && 'refused' in offered) {
      opened.push(decline(item, offered.refused));
      continue;
    }
    const card = offered
      ? toCard(offered)
      : byNumber.get(`${partnerId}:${'code' in shown ? '' : shown.cardNumber}`);
    if (!card) opened.push({ ...item, card: null });
    else if (isInLine(card.companyId)) opened.push(new MoneyIsLocked(card.companyId));
    else opened.push({ ...item, card, offered, session: null });
  }
  return opened;
}

function toCard({ cardId, companyId, partnerId, cardNumber }: PumpSession): KnownCard {
  return { id: cardId, companyId, partnerId, number: cardNumber };
}

/** Locks the offer of a code: another pump may have used it meanwhile. Null for a card, and for what was answered before. */
async function lockOffered(
  tx: Db,
  { question, offered }: OpenQuestion,
  isAnswered: boolean,
  now: Date,
): Promise<PumpSession | null | 'used'> {
  if (offered === null || isAnswered) return null;
  return (await lockShownOffer(tx, question, { offered, now })) ?? 'used';
}

/** Writes what was decided: answers first, which draws their ids, and then the money and all that names them. */
async function writeQuestions(
  ctx: Context,
  tx: Db,
  written: readonly DecidedQuestion[],
  now: Date,
): Promise<void> {
  if (written.length === 0) return;
  const ids = await insertAuthorisations(
    tx,
    written.map(({ input }) => input),
  );
  if (ids.includes(null)) throw new RequestIdTaken();
  const stored = written.map((item, place) => ({ ...item, id: ids[place] as number }));
  await holdMoney(
    ctx,
    tx,
    now,
    stored.filter(({ input }) => input.held > 0).map(({ input, id }) => ({ ...input, id })),
  );
  for (const { input, id, grant, budgetGroupId, session, question } of stored) {
    if (grant.granted && budgetGroupId !== null)
      await holdBudget(tx, mintCompanyScope(input.companyId), budgetGroupId, {
        card: { id: input.cardId, partnerId: input.partnerId },
        externalId: input.requestId,
        at: now,
        centilitres: grant.centilitres,
        sumKopecks: grant.sum,
        until: input.holdUntil,
      });
    if (session) await moveSession(tx, { session, question, grant, id, until: input.holdUntil, now });
  }
}
