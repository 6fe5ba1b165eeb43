import { REQUEST_STATUS, REQUEST_STATUS_TITLE, WITHDRAWN_TITLE } from '#contract/ids.ts';
import type { RequestDecision } from '#contract/orders/staff-requests.ts';
import type { Context } from '../../../context.ts';
import { wouldLeaveProgramme } from '../../companies/companies/programme-membership.ts';
import { maskAddress } from '../../messaging/emails/confirm-address.ts';
import { formatEmailText } from '../../messaging/emails/email-writing.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { findUnreachableNetworks } from './find-unreachable-networks.ts';
import { readStaffOrder } from './read-order.ts';

export interface DecisionPreview {
  status: string;
  reason: string | null;
  letter: { to: string; subject: string; paragraphs: string[] } | null;
  noLetter: string | null;
  leaves: boolean;
  /** Why the decision would be refused. Null means that it would not. */
  problem: string | null;
}

const REASON_PLACEHOLDER = '…';

const STATUS: Record<RequestDecision, string> = {
  approve: REQUEST_STATUS_TITLE[REQUEST_STATUS.approved],
  reject: REQUEST_STATUS_TITLE[REQUEST_STATUS.rejected],
  withdraw: WITHDRAWN_TITLE,
};

/** Returns the texts that the client would receive, from the same functions that send them. Writes nothing. */
export async function previewDecision(
  ctx: Context,
  { orderId, decision, reason }: { orderId: number; decision: RequestDecision; reason: string | undefined },
): Promise<DecisionPreview> {
  const { author, company } = await readStaffOrder(ctx.db.system, orderId);
  const status = STATUS[decision];
  if (decision === 'approve') {
    const noLetter = 'Письмо придёт, когда сети выпустят карты';
    const problem = await findUnreachableNetworks(ctx, ctx.db.system, orderId);
    return { status, reason: null, letter: null, noLetter, leaves: false, problem };
  }
  const leaves = await wouldLeaveProgramme(ctx.db.system, { companyId: company.id, orderId });
  const input = reason?.trim() || REASON_PLACEHOLDER;
  const { email, emailConfirmedAt } = await readPerson(ctx.db.system, author.id);
  if (email === null || emailConfirmedAt === null) {
    const noLetter = 'Письма не будет: тот, кто заказал, не подтвердил почту';
    return { status, reason: input, letter: null, noLetter, leaves, problem: null };
  }
  const kind = decision === 'reject' ? 'order-rejected' : 'order-withdrawn';
  const { subject, paragraphs } = formatEmailText(ctx, kind, { orderId, reason: input });
  const letter = { to: maskAddress(email), subject, paragraphs: [...paragraphs] };
  return { status, reason: input, letter, noLetter: null, leaves, problem: null };
}
