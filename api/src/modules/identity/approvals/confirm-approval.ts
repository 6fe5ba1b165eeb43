import { sql } from 'kysely';
import { conflict, notAllowed, notFound } from '../../../errors.ts';
import type { Approval, Decision, Proposal, ProposalDetail } from './approvals.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecondPerson } from '../../../http/second-person.ts';
import { callAgain } from './call-again.ts';
import { findApproval, lockApproval, markDecided } from './approval-store.ts';
import { findObstacle } from './chain-of-grants.ts';

/** A detail that has changed since the proposal. */
export interface ChangedDetail {
  title: string;
  before: string;
  now: string;
}

/**
 * Returns what has changed since a proposal was made. Details that move by themselves don't count, nor do
 * details and figures that the proposal doesn't have: the version of the portal that stored it had none. What the call itself would refuse by now (no
 * proposal) is left to the call.
 */
export function listChanged(
  proposed: readonly ProposalDetail[],
  now: Proposal | null | undefined,
): ChangedDetail[] {
  return (now?.details ?? []).flatMap((detail) => {
    const before = proposed.find(({ title }) => title === detail.title);
    if (!before || detail.movesByItself || isSame(before, detail)) return [];
    return [{ title: detail.title, before: before.value, now: detail.value }];
  });
}

function isSame(before: ProposalDetail, now: ProposalDetail): boolean {
  const { figures } = now;
  if (!before.figures || !figures) return before.value === now.value;
  return Object.entries(before.figures).every(
    ([name, value]) => !(name in figures) || figures[name] === value,
  );
}

/** Refuses with 409 a proposal whose figures are others by now, and names both. */
function assertUnchanged(proposed: readonly ProposalDetail[], now: Proposal | null | undefined): void {
  const [changed] = listChanged(proposed, now);
  if (!changed) return;
  const { title, before, now: value } = changed;
  throw conflict(
    `Пока предложение ждало, изменилось «${title}»: было «${before}», стало «${value}». Отклоните его и предложите заново`,
  );
}

/**
 * The lock waits without a statement while the call works on other connections. Closing a month takes a minute, and ending the lock
 * before the call would leave what is done as a proposal.
 */
const MAX_CALL = '5min';

/**
 * Makes the call in the name of the person who proposed it. The approval is locked meanwhile, so two simultaneous
 * confirmations make one call. A refusal of the call is thrown, and the approval still waits. Refuses with 409 a
 * proposal whose figures have changed since.
 */
export async function confirmApproval(
  ctx: Context,
  actions: SecondPerson['calls'],
  decision: Decision,
): Promise<{ approval: Approval; outcome: unknown }> {
  const { id, session, from, rules } = decision;
  return ctx.db.inSystem(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(MAX_CALL)}`.execute(tx);
    const approval = await takeWaiting(ctx, tx, id);
    const action = actions.get(approval.action);
    const now = ctx.clock.now();
    const request = { endpoint: action?.endpoint, userId: session.userId, role: session.staffRole, now };
    const obstacle = await findObstacle(tx, approval, request);
    if (obstacle !== null || !action) throw notAllowed(obstacle ?? undefined);
    const call = await callAgain(tx, action, approval, decision);
    assertUnchanged(approval.details, await rules[approval.action]?.(ctx, call));
    const outcome = await action.carryOut(call);
    await markDecided(tx, { id, state: 'confirmed', userId: session.userId, now, reason: null });
    await recordEvent(tx, {
      at: now,
      what: 'approval-confirmed',
      userId: session.userId,
      companyId: approval.company?.id,
      ip: from.ip,
      targets: [{ kind: 'approval', id }],
      details: { deed: approval.action, title: approval.title, proposedBy: approval.proposedBy.id },
    });
    return { approval: (await findApproval(tx, id, now)) as Approval, outcome };
  });
}

/** Returns the approval, locked until the transaction ends. */
export async function takeWaiting(ctx: Context, tx: Db, id: number): Promise<Approval> {
  const isOurs = await lockApproval(tx, id);
  const approval = await findApproval(tx, id, ctx.clock.now());
  if (!approval) throw notFound('Предложение не найдено');
  if (!isOurs) throw conflict('Его сейчас решает другой сотрудник. Обновите список');
  if (approval.state !== 'waiting') throw conflict('Оно уже решено или истекло. Обновите список');
  return approval;
}
