import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { EdmUnavailable } from '../../../gateways/edm-operator/edm-operator.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findEdmRequest, recordEdmStep, type EdmRequest, type EdmStep } from './edm-connections.ts';

/** Interval between checks whether an invited company has answered. A demonstration does not wait. */
const ANSWER_SECONDS = { embedded: 1, real: 600 };
const RESULT_SECONDS = 1;
/** The shortest and the longest pause before a silent operator is asked again. */
const SILENCE_SECONDS = [60, 3600] as const;

interface Step extends Omit<EdmStep, 'companyId' | 'from' | 'now'> {
  /** Seconds until the next check of the request, or none once it is finished. */
  againInSeconds?: number;
}

/**
 * Takes a request for electronic documents one step further (docs/facts.md 5): requested → invited → accepted, or
 * rejected, roaming required, failed. Each step first asks the operator, then stores the answer and schedules the next
 * step. A silent operator is asked again, however long it is silent.
 */
export async function connectEdm(ctx: Context, companyId: number): Promise<void> {
  const request = await findEdmRequest(ctx.db.system, companyId);
  const step = request && (await nextStepOrNone(ctx, request));
  if (!request || !step) return;
  const now = ctx.clock.now();
  const { againInSeconds, ...input } = step;
  await ctx.db.inSystem(async (tx) => {
    if (!(await recordEdmStep(tx, { ...input, companyId, from: request.state, now }))) return;
    if (againInSeconds !== undefined) await retry(tx, ctx, companyId, againInSeconds);
    if (input.to !== request.state) {
      await recordEvent(tx, {
        at: now,
        what: 'edm-settled',
        companyId,
        details: { state: input.to, provider: ctx.edmOperator.provider, reason: input.reason },
      });
    }
  });
}

/**
 * Returns the next step, or null when the operator does not respond. The delay before the next attempt is as long as
 * the operator has been silent.
 */
async function nextStepOrNone(ctx: Context, request: EdmRequest): Promise<Step | null> {
  try {
    return await nextStep(ctx, request);
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    const { companyId, changedAt } = request;
    ctx.log.warn({ err: error, companyId }, 'the operator of electronic documents did not answer');
    const silentMs = changedAt ? ctx.clock.now().getTime() - changedAt.getTime() : 0;
    const [least, max] = SILENCE_SECONDS;
    await retry(ctx.db.system, ctx, companyId, Math.min(max, Math.max(least, silentMs / 1000)));
    return null;
  }
}

function retry(db: Db, ctx: Context, companyId: number, seconds: number): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + seconds * 1000);
  return enqueueJob(db, 'connect-edm', { companyId }, { key: `connect-edm:${companyId}`, runAt });
}

function nextStep(ctx: Context, request: EdmRequest): Promise<Step | null> {
  if (request.state === 'requested')
    return request.taskId ? inviteResult(ctx, request) : invite(ctx, request);
  if (request.state === 'invited') return getNextStep(ctx, request);
  return Promise.resolve(null);
}

async function invite(ctx: Context, request: EdmRequest): Promise<Step> {
  const { name } = ctx.programme.today();
  const input = await ctx.edmOperator.invite({
    inn: request.inn,
    kpp: request.kpp,
    title: request.title,
    message: `Топливная программа «${name}» приглашает к обмену электронными документами по вашей заявке из личного кабинета.`,
  });
  if (input.kind === 'roaming-required') return { to: 'roaming_required' };
  if (input.kind === 'failed') return { to: 'failed', reason: input.reason };
  return { to: 'requested', taskId: input.taskId, againInSeconds: RESULT_SECONDS };
}

async function inviteResult(ctx: Context, request: EdmRequest): Promise<Step> {
  const input = await ctx.edmOperator.inviteResult(request.taskId as string);
  if (input.kind === 'pending') return { to: 'requested', againInSeconds: input.retryAfterSeconds };
  if (input.kind === 'roaming-required') return { to: 'roaming_required' };
  if (input.kind === 'failed') return { to: 'failed', reason: input.reason };
  return { to: 'invited', boxId: input.boxId, againInSeconds: answerSeconds(ctx) };
}

async function getNextStep(ctx: Context, request: EdmRequest): Promise<Step> {
  if (!request.boxId) return { to: 'failed', reason: 'Ящик организации неизвестен' };
  const connection = await ctx.edmOperator.getConnection(request.boxId);
  if (connection === 'invited') return { to: 'invited', againInSeconds: answerSeconds(ctx) };
  const participant = connection === 'accepted' ? await ctx.edmOperator.getParticipant(request.boxId) : null;
  return participant ? { to: connection, participant } : { to: connection };
}

function answerSeconds(ctx: Context): number {
  return ctx.edmOperator.provider === 'embedded' ? ANSWER_SECONDS.embedded : ANSWER_SECONDS.real;
}
