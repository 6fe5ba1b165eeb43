import { sql, type Kysely } from 'kysely';
import { FIRST_ISSUED_SERIAL } from '../card-number.ts';

/**
 * Creates the networks' own tables, in a schema that the product itself never reads. Simultaneous starts wait for each
 * other.
 *
 * An event gets its sequence when it becomes due, in `settleDue`, and is visible only from then on: a late one comes
 * after everything already read, so that a reader who continues from his last sequence misses nothing.
 */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('simulated_network', 0))`.execute(trx);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(trx);
  });
}

const STATEMENTS = [
  'create schema if not exists simulated_network',
  `create table if not exists simulated_network.card (
     card_number text primary key,
     partner_id smallint not null,
     is_virtual boolean not null,
     status smallint not null check (status in (1, 2, 5)),
     balance_kopecks bigint not null,
     goods_ids integer[] not null,
     card_limit jsonb,
     transfers integer not null default 0
   )`,
  'create index if not exists card_by_partner on simulated_network.card (partner_id)',
  `create sequence if not exists simulated_network.card_serial start ${FIRST_ISSUED_SERIAL}`,
  `create table if not exists simulated_network.command (
     partner_id smallint not null,
     request_id uuid not null,
     received bigint generated always as identity,
     body jsonb not null,
     state text not null check (state in ('done', 'refused', 'accepted')),
     reason text,
     cards jsonb,
     due_at timestamptz,
     announcements smallint not null,
     primary key (partner_id, request_id)
   )`,
  `create index if not exists command_waiting on simulated_network.command (due_at) where state = 'accepted'`,
  `create table if not exists simulated_network.sale (
     external_id text primary key,
     partner_id smallint not null,
     card_number text not null references simulated_network.card,
     goods_id integer not null,
     centilitres bigint not null,
     sum_kopecks bigint not null,
     sold_at timestamptz not null,
     payload jsonb not null,
     refunded_at timestamptz
   )`,
  'create index if not exists sale_by_card on simulated_network.sale (card_number, sold_at)',
  `create table if not exists simulated_network.event (
     id bigint generated always as identity primary key,
     partner_id smallint not null,
     due_at timestamptz not null,
     payload jsonb not null,
     sequence bigint
   )`,
  // Cards of a sandbox whose network has fallen silent.
  'create table if not exists simulated_network.silent_card (card_number text primary key)',
  'create sequence if not exists simulated_network.event_sequence',
  'create unique index if not exists event_feed on simulated_network.event (partner_id, sequence)',
  'create index if not exists event_waiting on simulated_network.event (due_at, id) where sequence is null',
];
