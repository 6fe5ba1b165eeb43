import { sql, type Kysely } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { IssuedCard, NetworkAnswer, NetworkCommand } from '../fuel-network.ts';

export interface StoredCommand {
  partnerId: PartnerId;
  body: NetworkCommand;
  answer: NetworkAnswer;
  /** Time when an accepted command will be carried out; null is never. */
  dueAt: Date | null;
  /** Number of times that its answer appears in the feed. */
  announcements: number;
}

/**
 * Requests that send or ask about the same command wait here for one another, so that ten simultaneous deliveries have one
 * effect, and a question that arrives while the command is carried out is not answered `unknown`.
 */
export async function lockRequest(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  requestId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${partnerId} ${requestId}`}, 1))`.execute(db);
}

/** Locks several requests as `lockRequest` does one. All callers lock in the order of their numbers. */
export async function lockRequests(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  requestIds: readonly string[],
): Promise<void> {
  await sql`
    select count(pg_advisory_xact_lock(number)) from (
      select hashtextextended(request, 1) as number
      from unnest(${requestIds.map((id) => `${partnerId} ${id}`)}::text[]) as request order by 1
    ) asked`.execute(db);
}

interface AnswerColumns {
  state: NetworkAnswer['state'];
  reason: string | null;
  cards: IssuedCard[] | null;
}

/** `sameCommand` is false when the stored body differs from `command`. */
export async function findCommand(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  requestId: string,
  command?: NetworkCommand,
): Promise<{ answer: NetworkAnswer; sameCommand: boolean } | undefined> {
  const { rows } = await sql<AnswerColumns & { sameCommand: boolean }>`
    select state, reason, cards, body = ${JSON.stringify(command ?? null)}::jsonb as "sameCommand"
    from simulated_network.command where partner_id = ${partnerId} and request_id = ${requestId}::uuid`.execute(
    db,
  );
  const row = rows[0];
  return row && { answer: toAnswer(row), sameCommand: row.sameCommand };
}

/** Finds many commands by their request ids. */
export async function findCommands(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  commands: readonly NetworkCommand[],
): Promise<Map<string, { answer: NetworkAnswer; sameCommand: boolean }>> {
  const { rows } = await sql<AnswerColumns & { requestId: string; sameCommand: boolean }>`
    select known.request_id as "requestId", known.state, known.reason, known.cards, known.body = asked.body as "sameCommand"
    from unnest(${commands.map((command) => command.requestId)}::uuid[], ${commands.map((command) => JSON.stringify(command))}::jsonb[])
      as asked (request_id, body)
    join simulated_network.command known on known.partner_id = ${partnerId} and known.request_id = asked.request_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.requestId, { answer: toAnswer(row), sameCommand: row.sameCommand }]));
}

function toAnswer({ state, reason, cards }: AnswerColumns): NetworkAnswer {
  if (state === 'refused') return { state, reason: reason ?? '' };
  if (state === 'accepted') return { state };
  return cards ? { state, cards } : { state };
}

export async function addCommand(db: Kysely<unknown>, command: StoredCommand): Promise<void> {
  const { state, reason, cards } = toColumns(command.answer);
  await sql`
    insert into simulated_network.command (partner_id, request_id, body, state, reason, cards, due_at, announcements)
    values (${command.partnerId}, ${command.body.requestId}::uuid, ${JSON.stringify(command.body)}::jsonb,
            ${state}, ${reason}, ${cards}::jsonb, ${command.dueAt}, ${command.announcements})`.execute(db);
}

/** Stores many commands that were answered at once, without cards. */
export async function addCommands(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  commands: readonly { body: NetworkCommand; answer: NetworkAnswer }[],
): Promise<void> {
  const answers = commands.map((command) => toColumns(command.answer));
  await sql`
    insert into simulated_network.command (partner_id, request_id, body, state, reason, announcements)
    select ${partnerId}, request_id, body, state, reason, 1
    from unnest(${commands.map(({ body }) => body.requestId)}::uuid[], ${commands.map(({ body }) => JSON.stringify(body))}::jsonb[],
      ${answers.map((answer) => answer.state)}::text[], ${answers.map((answer) => answer.reason)}::text[])
      as input (request_id, body, state, reason)`.execute(db);
}

export async function setAnswer(
  db: Kysely<unknown>,
  command: StoredCommand,
  answer: NetworkAnswer,
): Promise<void> {
  const { state, reason, cards } = toColumns(answer);
  await sql`update simulated_network.command set state = ${state}, reason = ${reason}, cards = ${cards}::jsonb
    where partner_id = ${command.partnerId} and request_id = ${command.body.requestId}::uuid`.execute(db);
}

function toColumns(answer: NetworkAnswer): { state: string; reason: string | null; cards: string | null } {
  return {
    state: answer.state,
    reason: answer.state === 'refused' ? answer.reason : null,
    cards: answer.state === 'done' && answer.cards ? JSON.stringify(answer.cards) : null,
  };
}

export async function listDueCommands(
  db: Kysely<unknown>,
  now: Date,
  limit: number,
): Promise<(StoredCommand & { dueAt: Date })[]> {
  const { rows } = await sql<{
    partnerId: PartnerId;
    body: NetworkCommand;
    dueMs: number;
    announcements: number;
  }>`
    select partner_id as "partnerId", body, (extract(epoch from due_at) * 1000)::float8 as "dueMs", announcements
    from simulated_network.command
    where state = 'accepted' and due_at <= ${now}
    order by due_at, received limit ${limit}`.execute(db);
  return rows.map(({ dueMs, ...row }) => ({ ...row, answer: { state: 'accepted' }, dueAt: new Date(dueMs) }));
}

/** A cheap check that avoids the lock when there is nothing to settle. */
export async function hasDueCommands(db: Kysely<unknown>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from simulated_network.command where state = 'accepted' and due_at <= ${now})
        or exists (select from simulated_network.event where sequence is null and due_at <= ${now}) as due`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}
