import { EXCEPTION_LASTS_MINUTES, MAX_EXCEPTION_MINUTES } from '#contract/fleet/exceptions.ts';
import { recordChange } from '../../../../audit/write-trace.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import type { Db } from '../../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../../errors.ts';
import { formatTimeShort } from '../../../../lib/money-format.ts';
import { assertNotBlocked } from '../../../companies/companies/companies.ts';
import { answerException, findExceptions, listClosed, type ClosedException } from './exception-store.ts';
import { maintainCardRules } from '../maintain-rules.ts';
import { markDueForCheck } from '../rule-card-store.ts';

const MINUTE_MS = 60_000;

export interface Verdict {
  scope: CompanyScope;
  userId: number;
  id: number;
}

/** Lets it pass until a moment, or until the purchase, and has its card follow at once. Returns until when. */
export async function approveException(
  ctx: Context,
  input: Verdict & { until: Date | null; sumKopecks: number | null },
): Promise<Date> {
  const now = ctx.clock.now();
  const until = input.until ?? new Date(now.getTime() + EXCEPTION_LASTS_MINUTES * MINUTE_MS);
  const lasts = until.getTime() - now.getTime();
  if (lasts <= 0) throw fieldRefusal('until', 'Это время уже прошло');
  if (lasts > MAX_EXCEPTION_MINUTES * MINUTE_MS)
    throw fieldRefusal('until', 'Разрешить можно не больше чем на трое суток');
  const verdict = { state: 'approved', until, sumKopecks: input.sumKopecks, reason: null } as const;
  const cardId = await answer(ctx, input, verdict);
  // The loop would do it a moment later, but a driver waits at the pump.
  await maintainCardRules(ctx, cardId);
  return until;
}

export function declineException(ctx: Context, input: Verdict & { reason: string }): Promise<number> {
  return answer(ctx, input, { state: 'declined', until: null, sumKopecks: null, reason: input.reason });
}

/** «Уже разрешили: Анна Котова, 15.09 12:30». An expired or replaced request has no answer. */
function formatAnswered({ state, owner, verdict_at: at, is_replaced: isReplaced }: ClosedException): string {
  if (isReplaced) return 'Просьба закрыта: её заменила новая';
  if (!at) return 'Просьба закрыта: её срок вышел';
  const input = state === 'declined' ? 'отказали' : 'разрешили';
  return `На эту просьбу уже ответили: ${input}, ${owner ?? 'сотрудник'}, ${formatTimeShort(at)}`;
}

/** Returns what became of those of these requests that are closed, as a sentence by id. */
export async function describeClosedExceptions(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const closed = ids.length > 0 ? await listClosed(db, ids) : [];
  return new Map(closed.map((exception) => [exception.id, formatAnswered(exception)]));
}

async function answer(
  ctx: Context,
  { scope, userId, id }: Verdict,
  verdict: Omit<Parameters<typeof answerException>[2], 'id' | 'userId' | 'now'>,
): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    await assertNotBlocked(tx, scope.companyId);
    const answered = await answerException(tx, scope.companyId, { ...verdict, id, userId, now });
    if (!answered) {
      const [known] = await findExceptions(tx, scope, { id, limit: 1, offset: 0 });
      throw known ? conflict(formatAnswered(known)) : notFound('Просьба не найдена');
    }
    await markDueForCheck(tx, [answered.card_id], now);
    recordChange(tx, { targets: [{ kind: 'card', id: answered.card_id }], after: { state: verdict.state } });
    return answered.card_id;
  });
}
