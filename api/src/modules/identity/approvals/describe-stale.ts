import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import type { ApprovableCall } from '../../../http/second-person.ts';
import type { Approval, Decision, TwoPeopleRule } from './approvals.ts';
import { type ChangedDetail, listChanged } from './confirm-approval.ts';
import { callAgain } from './call-again.ts';

/**
 * Calls whose rule reads a month of every client, or draws a document. The list of proposals is read every few seconds,
 * so a waiting proposal of such a call is checked once a minute. Confirming checks it at once.
 */
const COSTLY_CALLS: ReadonlySet<string> = new Set(['closeMonth', 'correctDocument']);
const CHECK_INTERVAL_MS = 60_000;

/** Outcomes of the last minute by the proposal's id, those that are still being checked included. */
export type StaleChecks = Map<number, { at: number; stale: Promise<string | null> }>;

interface CheckInput {
  approval: Approval;
  action: ApprovableCall;
  rule: TwoPeopleRule;
  reader: Pick<Decision, 'from' | 'request' | 'session'>;
}

/**
 * Returns why a waiting proposal would be refused if it were confirmed now: a figure that has changed, or the rule's own
 * refusal; null where nothing has changed. For a costly call the answer is up to a minute old.
 */
export async function describeStale(
  ctx: Context,
  checks: StaleChecks,
  input: CheckInput,
): Promise<string | null> {
  const { id, action } = input.approval;
  if (!COSTLY_CALLS.has(action)) return checkStale(ctx, input);
  const now = ctx.clock.now().getTime();
  for (const [checkedId, { at }] of checks) if (now - at >= CHECK_INTERVAL_MS) checks.delete(checkedId);
  const known = checks.get(id);
  if (known) return known.stale;
  const stale = checkStale(ctx, input);
  checks.set(id, { at: now, stale });
  // The next reader repeats a check that failed.
  stale.catch(() => checks.delete(id));
  return stale;
}

async function checkStale(
  ctx: Context,
  { approval, action, rule, reader }: CheckInput,
): Promise<string | null> {
  try {
    const call = await callAgain(ctx.db.system, action, approval, reader);
    const changed = listChanged(approval.details, await rule(ctx, call));
    return changed.length > 0 ? changed.map(formatChange).join('; ') : null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** A detail called «Сейчас» needs no name beside «сейчас». */
function formatChange({ title, before, now }: ChangedDetail): string {
  const name = title === 'Сейчас' ? '' : `«${title}» `;
  return `${name}сейчас ${now}, было ${before}`;
}
