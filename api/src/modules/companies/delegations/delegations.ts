import type { DelegationState } from '#contract/companies/delegations.ts';
import { ADMIN_UNCONFIRMED } from '#contract/identity/first-admin.ts';
import type { AuditedEvent } from '../../../audit/audited-event.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notAllowed, notFound } from '../../../errors.ts';
import { endDelegatedMemberships, putDelegatedMembership } from '../../messaging/users/memberships.ts';
import {
  isEmployee,
  listActions,
  listDelegatedPeople,
  listDelegations,
  lockDelegation,
  markAccepted,
  markEnded,
  type DelegatedAction,
  type DelegatedPerson,
  type DelegationRecord,
} from './delegation-store.ts';

const NO_DELEGATION = 'Доверенность бухгалтерии не найдена';
const OVER = 'Этот доступ уже закончился';

/** A change of a delegation by an admin of either side. */
export interface DelegationAction {
  id: number;
  companyId: number;
  userId: number;
  ip: string;
}

export interface Delegation extends DelegationRecord {
  state: DelegationState;
  people: DelegatedPerson[];
}

/** State of the delegation at a moment. Its term counts by the clock, whether or not a row says so. */
function getState({ acceptedAt, endedAt, until }: DelegationRecord, now: Date): DelegationState {
  if (endedAt !== null || (until !== null && until <= now)) return 'over';
  return acceptedAt === null ? 'waiting' : 'active';
}

/** Lists what a company gives and what it has received as a firm, with the people. */
export async function readDelegations(ctx: Context, companyId: number): Promise<Delegation[]> {
  const now = ctx.clock.now();
  const listed = await listDelegations(ctx.db.system, companyId);
  const people = await listDelegatedPeople(
    ctx.db.system,
    listed.map(({ id }) => id),
    now,
  );
  const byDelegation = Map.groupBy(people, ({ delegationId }) => delegationId);
  return listed.map((record) => ({
    ...record,
    state: getState(record, now),
    people: byDelegation.get(record.id) ?? [],
  }));
}

/** Reads one delegation of a company, of either side. 404 another's. */
export async function readDelegation(
  ctx: Context,
  { id, companyId }: { id: number; companyId: number },
): Promise<Delegation> {
  const found = (await readDelegations(ctx, companyId)).find((own) => own.id === id);
  if (!found) throw notFound(NO_DELEGATION);
  return found;
}

/** Locks a delegation that is not over, of either side. 404 another's, or one that is over. */
async function lockOpenDelegation(
  tx: Db,
  { id, companyId }: DelegationAction,
  now: Date,
): Promise<DelegationRecord> {
  const found = await lockDelegation(tx, { id, companyId });
  if (!found) throw notFound(NO_DELEGATION);
  if (getState(found, now) === 'over') throw notFound(OVER);
  return found;
}

const MAX_ACTIONS = 200;

/** Lists what the people of the firm did for the company. 404 another's delegation. */
export async function readActions(
  ctx: Context,
  delegation: { id: number; companyId: number },
): Promise<DelegatedAction[]> {
  return listActions(ctx.db.system, await readDelegation(ctx, delegation), MAX_ACTIONS);
}

/** Takes the company on for the firm. Accepted twice it is accepted once. 403 while the firm's first admin is unconfirmed. */
export async function acceptDelegation(
  ctx: Context,
  action: DelegationAction & { adminUnconfirmed: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const delegation = await lockAsFirm(tx, action, now);
    if (delegation.acceptedAt !== null) return;
    // Knowing an INN opens nothing: a firm in the programme has a confirmed admin, another one was invited by phone.
    if (action.adminUnconfirmed) throw notAllowed(ADMIN_UNCONFIRMED);
    await markAccepted(tx, { id: action.id, firmId: action.companyId, userId: action.userId, now });
    await record(tx, delegation, action, { what: 'delegation-accepted', now });
  });
}

/** Lets one of the firm's people act for the company. 404 no employee of the firm; 409 not accepted, or a role there already. */
export async function addDelegatedPerson(
  ctx: Context,
  action: DelegationAction & { personId: number },
): Promise<void> {
  const now = ctx.clock.now();
  const { personId } = action;
  await ctx.db.inSystem(async (tx) => {
    const delegation = await lockAsFirm(tx, action, now);
    if (delegation.acceptedAt === null) throw conflict('Сначала примите эту компанию');
    if (!delegation.isClient) throw conflict('Эта компания больше не в программе');
    if (!(await isEmployee(tx, { userId: personId, firmId: action.companyId })))
      throw notFound('Сотрудник не найден');
    const { companyId, role, until, id: delegationId } = delegation;
    const entry = { userId: personId, companyId, role, until, delegationId, grantedBy: action.userId, now };
    if (!(await putDelegatedMembership(tx, entry)))
      throw conflict('Этот человек уже работает от имени этой компании');
    await record(tx, delegation, action, { what: 'delegated-person-added', personId, now });
  });
}

/** Takes a person of the firm off, at the wish of either side. 404 no such person in it. */
export async function removeDelegatedPerson(
  ctx: Context,
  action: DelegationAction & { personId: number },
): Promise<void> {
  const now = ctx.clock.now();
  const { personId, id: delegationId } = action;
  await ctx.db.inSystem(async (tx) => {
    const delegation = await lockOpenDelegation(tx, action, now);
    const ended = await endDelegatedMemberships(tx, { delegationId, userId: personId, now });
    if (ended.length === 0) throw notFound('Сотрудник не найден');
    await record(tx, delegation, action, { what: 'delegated-person-removed', personId, now });
  });
}

/** Ends the firm's access at once, at the wish of either side: sessions read their role for each request. */
export async function endDelegation(ctx: Context, action: DelegationAction): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const delegation = await lockOpenDelegation(tx, action, now);
    await markEnded(tx, { id: action.id, userId: action.userId, now });
    await endDelegatedMemberships(tx, { delegationId: action.id, now });
    await record(tx, delegation, action, { what: 'delegation-ended', now });
  });
}

/** Locks a delegation in which the caller's company is the firm. 404 any other. */
async function lockAsFirm(tx: Db, action: DelegationAction, now: Date): Promise<DelegationRecord> {
  const delegation = await lockOpenDelegation(tx, action, now);
  if (delegation.companyId === action.companyId) throw notFound(NO_DELEGATION);
  return delegation;
}

/** Writes the action into the audit log of the company and, where the firm did it or is known, into that of the firm. */
async function record(
  tx: Db,
  { companyId, firmId, firmTitle, companyTitle }: DelegationRecord,
  action: DelegationAction,
  { what, personId, now }: { what: AuditedEvent; personId?: number; now: Date },
): Promise<void> {
  const targets = [
    { kind: 'delegation', id: action.id },
    ...(personId === undefined ? [] : [{ kind: 'user', id: personId }]),
  ];
  const firm = firmId ?? (action.companyId === companyId ? null : action.companyId);
  const { userId, ip } = action;
  for (const owner of firm === null ? [companyId] : [companyId, firm]) {
    const after = { firm: firmTitle, company: companyTitle };
    await recordEvent(tx, { at: now, what, userId, companyId: owner, ip, targets, after });
  }
}
