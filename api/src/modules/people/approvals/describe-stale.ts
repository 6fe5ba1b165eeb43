import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import type { ApprovableCall } from '../../../http/second-person.ts';
import type { Approval, TwoPeopleRule } from './approvals.ts';
import { listChanged, type ChangedDetail, type Decision } from './confirm-approval.ts';
import { callAgain } from './call-again.ts';

/**
 * Returns why a waiting proposal would be refused if it were confirmed now: a figure that has changed, or the rule's own
 * refusal; null where nothing has changed.
 */
export async function describeStale(
  ctx: Context,
  { deed, rule }: { deed: ApprovableCall; rule: TwoPeopleRule },
  approval: Approval,
  reader: Pick<Decision, 'from' | 'request' | 'session'>,
): Promise<string | null> {
  try {
    const call = await callAgain(ctx.db.system, deed, approval, reader);
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
  return `${name}сейчас ${now}${before === null ? '' : `, было ${before}`}`;
}
