import type { FastifyRequest } from 'fastify';
import { can, type Action } from '#contract/access.ts';
import { COMPANY_BLOCKED } from '#contract/companies/blocks.ts';
import { isStaffAction, staffCan } from '#contract/staff-access.ts';
import { FRESH_CODE_MINUTES } from '#contract/limits.ts';
import { SMS_MESSAGES, smsCodeField } from '#contract/identity/sms-code.ts';
import { ADMIN_UNCONFIRMED } from '#contract/identity/first-admin.ts';
import { TERMS_REQUIRED } from '#contract/companies/terms.ts';
import type { AnyEndpoint, Caller } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { codeNeeded, fieldRefusal, notAllowed, notFound, notSignedIn, Refusal } from '../errors.ts';
import { recordEvent } from '../audit/record-event.ts';
import { mayOrder } from './orderer.ts';
import { assertKeyAllows, SANDBOX_ONLY } from './calling-key.ts';
import { assertFactor } from './assert-factor.ts';
import { getRequestKeyHeader, listStoredRequests, ownKey } from './request-key.ts';
import type { Session } from './session.ts';
import type { Call } from './call.ts';

/** Records refusals of known users, because attempts at forbidden actions are worth checking. */
export async function assertAllowed(
  ctx: Context,
  endpoint: AnyEndpoint,
  session: Session | null,
  request: FastifyRequest,
): Promise<void> {
  try {
    assertMayCall(endpoint, session);
    assertFactor(ctx.config, endpoint, session);
    await assertSessionContinues(ctx, endpoint, session, request);
    assertConfirmedAdmin(ctx, endpoint, session);
  } catch (error) {
    if (session) await recordRefusal(ctx, endpoint, session, { ip: request.ip, error });
    throw error;
  }
}

/** Applies the rules of a call to the same action made elsewhere than on a screen: a button in a chat. */
export function assertMayDo(ctx: Context, endpoint: AnyEndpoint, session: Session): void {
  assertMayCall(endpoint, session);
  assertFactor(ctx.config, endpoint, session);
  const stop = getStopReason(endpoint, session);
  if (stop) throw notAllowed(stop);
  assertConfirmedAdmin(ctx, endpoint, session);
}

function recordRefusal(
  ctx: Context,
  endpoint: AnyEndpoint,
  session: Session,
  { ip, error }: { ip: string; error: unknown },
): Promise<void> {
  return recordEvent(ctx.db.system, {
    at: ctx.clock.now(),
    what: 'call-refused',
    userId: session.userId,
    companyId: session.company?.id,
    ip,
    details: { call: endpoint.name, reason: error instanceof Refusal ? error.reason : 'unknown' },
  });
}

/**
 * Refuses every action that could give a company away in a session without a recent code. A stolen session is then
 * useless without the phone. The call itself may carry the code, which then counts for the whole session. Errors in
 * the call's other fields were reported before, so that no code is spent on them.
 */
export async function assertFreshCode(
  ctx: Context,
  endpoint: AnyEndpoint,
  call: Call<AnyEndpoint>,
): Promise<void> {
  if (endpoint.needsFreshCode === 'sometimes') return;
  await requireFreshCode(ctx, endpoint, call);
}

/** Requires a fresh code, for a use case that needs it for some of its requests. */
export async function requireFreshCode(
  ctx: Context,
  endpoint: AnyEndpoint,
  call: Pick<Call<AnyEndpoint>, 'session' | 'accessCode' | 'from'>,
): Promise<void> {
  const { session } = call;
  if (!endpoint.needsFreshCode || !session) return;
  if (isFreshCode(await ctx.sessions.findCodeTime(ctx, session.id), ctx.clock.now())) return;
  const { accessCode, from } = call;
  if (accessCode === undefined || accessCode === null || accessCode === '') {
    const error = codeNeeded();
    await recordRefusal(ctx, endpoint, session, { ip: from.ip, error });
    throw error;
  }
  const read = smsCodeField.safeParse(accessCode);
  if (!read.success) throw fieldRefusal('sms', read.error.issues[0]?.message ?? SMS_MESSAGES.malformed);
  const { id: sessionId, userId } = session;
  await ctx.sessions.confirm(ctx, { sessionId, userId, code: read.data, ip: from.ip, call: endpoint.name });
}

export function isFreshCode(codeAt: Date, now: Date): boolean {
  return now.getTime() - codeAt.getTime() < FRESH_CODE_MINUTES * 60_000;
}

function assertMayCall(endpoint: AnyEndpoint, session: Session | null): void {
  const caller: Caller = endpoint.caller;
  if (caller === 'public') return;
  if (endpoint.key?.sandbox && session && !session.key) throw notAllowed(SANDBOX_ONLY);
  if (session?.key) return assertKeyAllows(endpoint, session.key);
  // For a customer the staff's calls do not exist, signed in or not (docs/calls.md 7).
  if (isStaffAction(caller)) {
    if (!session) throw notSignedIn();
    if (!session.staffRole) throw notFound();
    if (!staffCan(session.staffRole, caller)) throw notAllowed('Это действие не входит в вашу роль');
    return;
  }
  if (!session) throw notSignedIn();
  if (caller === 'signed-in') return;
  if (caller === 'orderer') {
    if (!mayOrder(session)) throw notAllowed();
    return;
  }
  if (!session.company) throw notAllowed('Сначала подключите компанию к топливной программе');
  if (caller !== 'company' && !can(session.role, caller satisfies Action)) throw notAllowed();
  if (endpoint.key?.only) throw notAllowed('Этот вызов делается только по ключу');
}

/**
 * Money goes to cards, and so out of the company, only for a confirmed admin. Where a payment from the company's own account
 * confirms him, it has done so before there is money to move; elsewhere the money waits for the proof.
 */
function assertConfirmedAdmin(ctx: Context, endpoint: AnyEndpoint, session: Session | null): void {
  if (!endpoint.needsConfirmedAdmin || !session?.company?.adminUnconfirmed) return;
  const { firstAdminProofs } = ctx.config;
  if (firstAdminProofs.length > 0 && !firstAdminProofs.includes('payment'))
    throw notAllowed(ADMIN_UNCONFIRMED);
}

/**
 * Refuses what is stopped before the agreement is accepted, and for a blocked company. A repeated request gets the
 * answer of the first one even if either came in between, because nothing new happens.
 */
async function assertSessionContinues(
  ctx: Context,
  endpoint: AnyEndpoint,
  session: Session | null,
  request: FastifyRequest,
): Promise<void> {
  const refusal = session && getStopReason(endpoint, session);
  if (!refusal) return;
  const key = endpoint.idempotent === true ? getRequestKeyHeader(request) : null;
  const stored = key === null ? null : await listStoredRequests(ctx.db.system, [ownKey(session, key)]);
  if (!stored?.size) throw notAllowed(refusal);
}

function getStopReason({ needsTerms, stopsWhenBlocked }: AnyEndpoint, { company }: Session): string | null {
  if ((needsTerms || stopsWhenBlocked) && company?.isBlocked) return COMPANY_BLOCKED;
  return needsTerms && !company?.termsAccepted ? TERMS_REQUIRED : null;
}
