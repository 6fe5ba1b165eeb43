import { APPROVAL_DAYS } from '#contract/identity/approvals.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { KEY_USED_FOR_OTHER_DATA } from '#contract/envelope.ts';
import type { PendingApproval } from '../../../http/second-person.ts';
import { formatTimeShort } from '../../../lib/money-format.ts';
import { hashOfValue } from '../../../lib/secrets.ts';
import type { Approval, SubjectKey, TwoPeopleRule } from './approvals.ts';
import {
  findApproval,
  findOtherProposal,
  findSameApproval,
  insertApproval,
  takeProposalTurn,
  type NewApproval,
} from './approval-store.ts';
import type { Call, CallInput } from '../../../http/call.ts';

const DAY_MS = 86_400_000;

/**
 * Stores a call until a second member confirms it. Returns null where its rule requires only one person. A call that is
 * proposed already, by any member, or is the same request sent again, is the same approval. Another proposal about the
 * same thing is refused with 409 while the first one waits.
 */
export async function submitForApproval(
  ctx: Context,
  rule: TwoPeopleRule,
  { endpoint, call }: { endpoint: AnyEndpoint; call: Call<AnyEndpoint> },
): Promise<PendingApproval | null> {
  const userId = call.session?.userId as number;
  const input = storedInput(call);
  const requestKey = call.requestKey?.key ?? null;
  const sent = { deed: endpoint.name, inputHash: hashInput(call), userId, requestKey };
  // What a request has asked for may be done by now, so its rule would refuse the repeat.
  const repeated = requestKey === null ? null : await findRepeatedRequest(ctx, sent);
  if (repeated) return repeated;
  const proposal = await rule(ctx, call);
  if (!proposal) return null;
  const now = ctx.clock.now();
  const { about = call.params as SubjectKey, ...text } = proposal;
  const request = {
    ...text,
    subjectKey: about,
    ...sent,
    input,
    now,
    expiresAt: new Date(now.getTime() + APPROVAL_DAYS * DAY_MS),
  };
  const approval = await ctx.db.inSystem(async (tx) => {
    await takeProposalTurn(tx, endpoint.name);
    await assertNoOther(tx, request);
    const made = await insertApproval(tx, request);
    const id = made ?? (await findSameApproval(tx, request));
    if (id === null) throw conflict(KEY_USED_FOR_OTHER_DATA);
    if (made !== null) {
      await recordEvent(tx, {
        at: now,
        what: 'approval-proposed',
        userId,
        companyId: proposal.companyId,
        ip: call.from.ip,
        targets: [{ kind: 'approval', id }],
        details: { deed: endpoint.name, title: proposal.title },
      });
    }
    return findApproval(tx, id, now);
  });
  return approval && presentPending(approval);
}

/** Returns the approval of the same request, in any state; null where the request is sent for the first time. */
async function findRepeatedRequest(
  ctx: Context,
  sent: Pick<NewApproval, 'deed' | 'inputHash' | 'userId' | 'requestKey'>,
): Promise<PendingApproval | null> {
  const id = await findSameApproval(ctx.db.system, sent);
  const approval = id === null ? null : await findApproval(ctx.db.system, id, ctx.clock.now());
  return approval && presentPending(approval);
}

function presentPending({ id, action, proposedBy }: Approval): PendingApproval {
  return { id, deed: action, proposed_by: proposedBy };
}

/** Refuses with 409 a second proposal about one thing, so that a member never confirms one of two unknowingly. */
async function assertNoOther(tx: Db, args: NewApproval): Promise<void> {
  const other = await findOtherProposal(tx, args);
  if (!other) return;
  const { proposedBy, proposedAt, title } = other;
  const who = [proposedBy.firstname, proposedBy.lastname].filter(Boolean).join(' ') || 'другой сотрудник';
  throw conflict(
    `Такое предложение уже ждёт второго сотрудника: «${title}», автор ${who}, ${formatTimeShort(proposedAt)}. Сначала решите его`,
  );
}

/**
 * Returns what is stored of a call. Its path is written in one way, so that `/007` is about the same thing as `/7`. A code
 * that came with the call was for its author's session and is stored nowhere.
 */
function storedInput({ input, params }: Call<AnyEndpoint>): CallInput {
  const read = Object.entries((params ?? {}) as Record<string, string | number>);
  return {
    ...input,
    params: Object.fromEntries(read.map(([name, value]) => [name, String(value)])),
    fields: withoutCode(input.fields),
  };
}

/** Hashes what a call asks for as it was read, so that `1 000,00` and `1000` are the same proposal. */
function hashInput({ params, query, body }: Call<AnyEndpoint>): Buffer {
  // As JSON, a moment is its text.
  const request: unknown = JSON.parse(JSON.stringify({ params, query, body: withoutCode(body) }));
  return hashOfValue(request);
}

function withoutCode(fields: unknown): Record<string, unknown> {
  const entries = Object.entries((fields ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([name]) => name !== 'sms' && name !== 'sms_code'));
}
