import type { Context } from '../../../context.ts';
import { BatchSilent, wasUndone } from '../../../db/database-away.ts';
import { unavailable } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { currentWork } from '../../../lib/current-work.ts';
import { hashOfValue } from '../../../lib/secrets.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { companyLines, LOCKED } from '../../../lib/turns/company-lines.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { LineTooLong, ownerShares } from '../../../lib/turns/owner-shares.ts';
import { recordDecline } from '../../fleet/declines/declines.ts';
import { wasOvertaken } from '../../money/ledger/seal-days.ts';
import type { FuelQuestion } from './authorisations.ts';
import {
  decideQuestions,
  MoneyIsLocked,
  RequestIdTaken,
  type Decided,
  type DecideOptions,
} from './decide-questions.ts';
import type { FuelAnswer, FuelDecision } from './fuel-answer.ts';
import type { WaitingQuestion } from './waiting-question.ts';

/** An answer, and whether a settlement of it waits to be booked. */
export type AnsweredFuel = FuelAnswer & { isSettled: boolean };

/** Beyond this a larger batch saves nothing per question. */
const MAX_BATCH = 64;
/** A batch waits so long for money that others have locked; then the questions of these companies wait in lines of their own. */
const BATCH_LOCK_TIMEOUT_MS = 50;
/** A network waits for two seconds at most. */
const LOCK_TIMEOUT_MS = 1500;
/** Codes are decided one by one, beside the cards: who guesses codes delays no card. */
const CODES_AT_A_TIME = 2;
/** Lines of locked companies that may have a connection at once. */
const LINES_AT_A_TIME = 2;
/** Questions about one card that are decided, and that wait. */
const OF_ONE_CARD = { maxConcurrent: 8, waiting: 200 };
const TOO_MANY_PUMPS = 'Слишком много запросов по картам этой компании. Повторите через секунду';

/**
 * Decides whether a network may sell, and how much, and puts the money on hold, together with the questions that arrive at
 * the same time: one transaction under the locks that sales take, so two pumps at once never pass a limit together. The same
 * request gets the same answer. Refuses (409) the id of another request, (503) when the company's money stays locked.
 */
export async function authoriseFuel(ctx: Context, question: FuelQuestion): Promise<AnsweredFuel> {
  const { shown, partnerId } = question;
  const { ofCard, ask } = desk(ctx);
  const name = `${partnerId}:${'code' in shown ? `code ${shown.code}` : shown.cardNumber}`;
  const leave = await ofCard.take(name, () => AbortSignal.timeout(LOCK_TIMEOUT_MS)).catch(refuseCrowd);
  const asked = { question, asked: hashOfValue(question), work: currentWork() };
  const { answer, refusal, isSettled } = await ask(asked).finally(leave);
  if (refusal) await recordRefusal(ctx, question, refusal);
  return { ...answer, isSettled };
}

function refuseCrowd(error: unknown): never {
  throw error instanceof LineTooLong ? unavailable(TOO_MANY_PUMPS) : error;
}

/**
 * The lines in which questions wait. One batch of cards at a time reads and decides; the next one begins when nothing is left of it but
 * to write. The longer that takes, the larger the next one and the cheaper each question.
 */
const desk = memoizePerOwner((ctx: Context) => {
  const decide = (waiting: WaitingQuestion[], options: BatchOptions) => {
    const end = ctx.watchdog.begin('questions of pumps', ctx.timeouts.batch);
    return decideBatch(ctx, waiting, options).finally(end);
  };
  const apart = ownerShares({ maxConcurrent: LINES_AT_A_TIME, waiting: MAX_BATCH });
  const lines = companyLines<WaitingQuestion>(
    async (waiting, leftMs) => {
      const leave = await apart.take('line', AbortSignal.timeout(Math.ceil(leftMs()))).catch(refuseCrowd);
      const options = { timeoutMs: leftMs, isInLine: () => false, letNextBegin: () => {} };
      const decided = await decide(waiting, options).finally(leave);
      return decided.map((item) => (item instanceof MoneyIsLocked ? LOCKED : item));
    },
    { timeoutMs: LOCK_TIMEOUT_MS, max: MAX_BATCH, refusal: TOO_MANY_PUMPS },
  );
  const together = (maxConcurrent: number, maxBatch: number) =>
    batchCalls<WaitingQuestion, Decided | MoneyIsLocked>(
      (waiting, letNextBegin) =>
        decide(waiting, {
          timeoutMs: () => BATCH_LOCK_TIMEOUT_MS,
          isInLine: (companyId) => lines.find(companyId) !== undefined,
          letNextBegin,
        }),
      { maxConcurrent, maxBatch, timeout: { ms: ctx.timeouts.batch, late: tooLate } },
    );
  const [askByCard, askByCode] = [together(1, MAX_BATCH), together(CODES_AT_A_TIME, 1)];
  return {
    ofCard: ownerShares(OF_ONE_CARD),
    ask: async (item: WaitingQuestion): Promise<Decided> => {
      const decided = await ('code' in item.question.shown ? askByCode : askByCard)(item);
      if (!(decided instanceof MoneyIsLocked)) return decided;
      return (await lines.open(decided.companyId)(item)) as Decided;
    },
  };
});

/** The question may still be decided: a repeat with the same id gets the answer. */
function tooLate(): Error {
  return new BatchSilent('a batch of questions has no answer');
}

interface BatchOptions extends Pick<DecideOptions, 'isInLine' | 'letNextBegin'> {
  timeoutMs(): number;
}

/**
 * Decides questions together, or one by one after PostgreSQL has refused something: then only the one at fault fails. Codes
 * are always decided alone, because one code may be shown at two pumps. Where it is unknown whether the batch was committed,
 * nothing is decided again: a repeat with the same id gets the answer.
 */
async function decideBatch(
  ctx: Context,
  waiting: readonly WaitingQuestion[],
  options: BatchOptions,
): Promise<(Decided | Error | MoneyIsLocked)[]> {
  const hasCode = waiting.some(({ question }) => 'code' in question.shown);
  if (waiting.length === 1 || !hasCode) {
    let commitSent = false;
    try {
      return await decideQuestions(ctx, waiting, {
        ...options,
        timeoutMs: Math.ceil(options.timeoutMs()),
        onCommit: () => void (commitSent = true),
      });
    } catch (error) {
      const mayRepeat = error instanceof RequestIdTaken || wasOvertaken(error) || waiting.length > 1;
      if (!mayRepeat || (commitSent && !wasUndone(error))) throw error;
      ctx.log.warn({ err: error, questions: waiting.length }, 'questions of pumps are decided one by one');
    }
  }
  const decided: (Decided | Error | MoneyIsLocked)[] = [];
  for (const item of waiting) {
    const alone = decideQuestions(ctx, [item], {
      ...options,
      timeoutMs: Math.ceil(options.timeoutMs()),
      letNextBegin: () => {},
      onCommit: () => {},
    });
    decided.push(...(await alone.catch((error: unknown) => [toError(error)])));
  }
  return decided;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Records a decline that the client sees and can let pass, like each decline of a network. */
async function recordRefusal(
  ctx: Context,
  { station, goodsId, centilitres, sum }: FuelQuestion,
  { code, reason, cardNumber }: NonNullable<FuelDecision['refusal']>,
): Promise<void> {
  await recordDecline(ctx, {
    cardNumber,
    at: ctx.clock.now(),
    code,
    reason,
    station,
    goods: findGoods(goodsId) ?? null,
    centilitres: centilitres ?? 0,
    sumKopecks: sum ?? 0,
  });
}
