import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isStaffAction } from '#contract/staff-access.ts';
import { writeLateTrace } from '../audit/write-trace.ts';
import { redactInput } from '../audit/redact-input.ts';
import type { Context } from '../context.ts';
import { runAsWork, createWork, type Target, type CurrentWork } from '../lib/current-work.ts';
import type { UploadedFile } from './body.ts';
import type { Call } from './call.ts';
import type { Session } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller, for the access log. */
    callerId?: number;
  }
}

/** Runs a call as its own work. Everything that it writes to the audit log has the request's facts. */
export function runAsCallWork<Result>(
  endpoint: AnyEndpoint,
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
  run: (work: CurrentWork) => Promise<Result>,
): Promise<Result> {
  const work = createWork(endpoint.name, {
    ip: request.ip,
    device: getUserAgent(request),
    requestId: request.id,
    signal,
    leavesTrace: endpoint.method !== 'GET' && !endpoint.changesNothing,
  });
  return runAsWork(work, () => run(work));
}

/**
 * Returns a signal that is aborted when the caller goes before the answer is sent. The signal of the request does not
 * show that, because it ends with the body.
 */
export function watchCaller({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Returns the browser's user agent. */
export function getUserAgent(request: FastifyRequest): string {
  return String(request.headers['user-agent'] ?? '').slice(0, 300);
}

export function nameCaller(work: CurrentWork, request: FastifyRequest, session: Session | null): void {
  if (!session) return;
  request.callerId = session.userId;
  work.userId = session.userId;
  work.companyId = session.company?.id ?? null;
  work.role = session.staffRole ? `staff.${session.staffRole}` : session.role;
  const firm = session.company?.delegation?.firm;
  if (firm !== undefined) work.actor = `firm: ${firm}`;
  if (!session.key) return;
  work.role = 'key';
  work.actor = `key: ${session.key.title}`;
  work.by = { kind: 'key', id: session.key.id };
}

/** Records the call's input, and the things named in its path, for the line in the audit log. */
export function recordInput(
  work: CurrentWork,
  endpoint: AnyEndpoint,
  input: { params: unknown; query: unknown; body: unknown; file: UploadedFile | null },
): void {
  if (!work.leavesTrace) return;
  work.input = redactInput({
    ...(input.query as object | undefined),
    ...(input.body as object | undefined),
    ...(input.file ? { file: input.file.name } : {}),
  });
  work.targets = getTargets(endpoint, input.params);
  // Actions of staff on a client also belong to the client's own log.
  const client = work.targets.find((target) => target.kind === 'company');
  if (isStaffAction(endpoint.caller)) work.companyId = client ? Number(client.id) : null;
}

/** `/api/cards/:id/comment` names a card. */
const KIND: Readonly<Record<string, string>> = {
  card: 'card',
  cards: 'card',
  clients: 'company',
  companies: 'company',
  client: 'company',
  requests: 'request',
  documents: 'document',
  payments: 'payment',
  drivers: 'driver',
  users: 'user',
  members: 'user',
  partners: 'partner',
  orders: 'request',
  invoices: 'invoice',
  operations: 'operation',
  sessions: 'session',
  invitations: 'invitation',
  delegations: 'delegation',
  approvals: 'approval',
  movements: 'operation',
  keys: 'key',
  keyId: 'key',
};

/** Returns what the path of a call names. */
export function getTargets(endpoint: AnyEndpoint, params: unknown): Target[] {
  const named = (params ?? {}) as { kind?: unknown; id?: unknown };
  if (typeof named.kind === 'string' && typeof named.id === 'number')
    return [{ kind: named.kind, id: named.id }];
  const targets: Target[] = [];
  const parts = endpoint.path.split('/');
  for (const [name, id] of Object.entries((params ?? {}) as Record<string, unknown>)) {
    const before = parts[parts.indexOf(`:${name}`) - 1] ?? name;
    if (typeof id === 'number' || typeof id === 'string')
      targets.push({ kind: KIND[before] ?? before, id: typeof id === 'string' ? id.slice(0, 100) : id });
  }
  return targets;
}

/**
 * A call that has written outside a transaction, and recorded nothing, leaves its line now, or fails. Where replies are
 * checked it is a mistake of ours: its line must be in the transaction of what it reports.
 */
export async function assertTraced(ctx: Context, endpoint: AnyEndpoint, work: CurrentWork): Promise<void> {
  if (!work.leavesTrace || work.lines > 0) return;
  // Every action of staff is recorded, even where nothing seems written, such as a restarted job.
  if (work.loose.size === 0 && !isStaffAction(endpoint.caller)) return;
  if (work.loose.size > 0) ctx.logUntraced(`${work.what} writes ${[...work.loose].join(', ')}`);
  await writeLateTrace(ctx.db.system, work, ctx.clock.now());
}

/** Records the use of a code. An action confirmed by a code of its own has shown that the phone is at hand. */
export function recordUse(ctx: Context, { session, body, requestKey, from }: Call<AnyEndpoint>): void {
  if (!session) return;
  if (session.key) return ctx.keys.recordUse(ctx, session.key, from.ip);
  ctx.sessions.recordSeen(ctx, session.id);
  const isConfirmed =
    typeof (body as { sms?: unknown } | undefined)?.sms === 'string' && !requestKey?.earlier;
  if (isConfirmed) ctx.sessions.recordCode(ctx, session.id);
}
