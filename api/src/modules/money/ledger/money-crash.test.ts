import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { systemClock, type ManualClock } from '../../../lib/clock.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { startProgram, withoutDemonstration, type Program } from '../../../testing/program.ts';
import { checkBooks } from '../../backoffice/reconciliation/check-books.ts';
import { compareCards } from '../../backoffice/reconciliation/compare-cards.ts';

/**
 * Runs the real program, as `npm start` does, kills it without warning between reserve, network call and settlement,
 * and starts it again. Its users repeat unanswered requests with the same request id, as the browser does.
 */
let database: TestDatabase;
/** Prepares data and checks from outside. It serves no requests. */
let outside: TestApi;
let folder: string;
let program: Program | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  // The program goes by the clock of the machine, and so do the codes that it is shown.
  outside = await startApi({
    databaseUrl: database.url,
    jobs: false,
    overrides: { clock: systemClock as ManualClock },
  });
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-crash-'));
  await withoutDemonstration(outside.ctx.db.system);
});

afterAll(async () => {
  await program?.kill();
  await outside?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Movement {
  person: GivenPerson;
  /** Several for one movement with many cards. */
  cardIds: number[];
  mode: 0 | 1;
  sms: string;
  answered: boolean;
}

const SUM_EACH = 10_00;
const PEOPLE = 8;
/** Cards of one more user, who tops them all up by one code. */
const MANY = 5;

/** A company with as many people as movements: half of them to a card, half from one. */
async function givenMovements(): Promise<{ companyId: number; movements: Movement[] }> {
  const company = await givenCompany(outside, { unallocatedKopecks: 1000_00 });
  const movements: Movement[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const person = await givenPerson(outside, { companyId: company.id, role: 'manager' });
    const card = await givenCard(outside, company.id, { balanceKopecks: 100_00 });
    const mode = index % 2 === 0 ? 1 : 0;
    const sms = await givenCode(outside, person, mode === 1 ? 'transfer' : 'payout', card.id);
    movements.push({ person, cardIds: [card.id], mode, sms, answered: false });
  }
  movements.push(await givenManyMovements(company.id));
  return { companyId: company.id, movements };
}

async function givenManyMovements(companyId: number): Promise<Movement> {
  const person = await givenPerson(outside, { companyId, role: 'manager' });
  const cardIds: number[] = [];
  while (cardIds.length < MANY)
    cardIds.push((await givenCard(outside, companyId, { balanceKopecks: 100_00 })).id);
  const { token } = person;
  const json = { mode: 1, aim: 'sum', lines: makeLines(cardIds) };
  const { data } = (await outside.post('/api/card/bulk/transaction/preview', { token, json })).body;
  const request = { purpose: 'transfers', subject: data.subject, sum: String(data.total) };
  await outside.get(`/api/sms?${new URLSearchParams(request)}`, { token });
  return { person, cardIds, mode: 1, sms: outside.lastCode(person.phone), answered: false };
}

function makeLines(cardIds: readonly number[]): { card_id: number; sum: number }[] {
  return cardIds.map((id) => ({ card_id: id, sum: SUM_EACH / 100 }));
}

/** Repeats all unanswered requests at once. Those that break off stay unanswered. */
async function sendAll({ url }: Program, movements: readonly Movement[]): Promise<void> {
  await Promise.all(
    movements.map(async (movement) => {
      if (movement.answered) return;
      const { cardIds, sms, mode } = movement;
      const isMany = cardIds.length > 1;
      const input = isMany ? { mode, sms, lines: makeLines(cardIds) } : { mode, sms, sum: SUM_EACH / 100 };
      const reply = await fetch(`${url}/api/card/${isMany ? 'bulk' : cardIds[0]}/transaction`, {
        method: 'POST',
        headers: {
          'x-auth-token': movement.person.token,
          'idempotency-key': `crash-${movement.person.id}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(input),
      }).catch(() => null);
      if (!reply) return;
      expect([reply.status, await reply.text().catch(() => '')]).toEqual([200, expect.any(String)]);
      movement.answered = true;
    }),
  );
}

/** Moments of a movement at which the program dies. */
const MOMENTS: [string, ReturnType<typeof sql>][] = [
  [
    'the money is reserved and the network has not been asked',
    sql`not exists (select from simulated_network.command where request_id = operation.network_request_id)`,
  ],
  [
    'the network has done it and the books do not know',
    sql`exists (select from simulated_network.command where request_id = operation.network_request_id and state = 'done')`,
  ],
];

async function seen(companyId: number, moment: ReturnType<typeof sql>): Promise<boolean> {
  const found = await network(sql`
    select id from operation where company_id = ${companyId} and status_id = ${OPERATION_STATUS.inProgress} and ${moment}`);
  return found.length > 0;
}

/** The networks' memory is their own: the product’s roles can’t see it. */
function network(statement: ReturnType<typeof sql>): Promise<unknown[]> {
  return outside.ctx.db.system.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx);
    return rows(tx, statement);
  });
}

async function waitUntil(is: () => Promise<boolean>, timeoutMs: number, everyMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await is()) && performance.now() < deadline) await sleep(everyMs);
}

test(
  'killed at every step and started again, nothing is lost, done twice or stuck',
  { timeout: 600_000 },
  async () => {
    const { companyId, movements } = await givenMovements();
    for (const [, moment] of MOMENTS) {
      program = await startProgram({ databaseUrl: database.url, dataDir: folder });
      const sent = sendAll(program, movements);
      await waitUntil(() => seen(companyId, moment), 3000, 1);
      await program.kill();
      await sent;
    }
    program = await startProgram({ databaseUrl: database.url, dataDir: folder });
    await sendAll(program, movements);
    expect(movements.filter((movement) => !movement.answered)).toEqual([]);
    const settled = async () => !(await seen(companyId, sql`true`));
    await expect.poll(settled).toBe(true);

    const { db } = outside.ctx;
    const done = await rows(
      db.system,
      sql<{ status_id: number; sum_kopecks: number }>`
        select status_id, sum_kopecks from operation where company_id = ${companyId}`,
    );
    expect(done).toEqual(
      movements.flatMap(({ cardIds }) =>
        cardIds.map(() => ({ status_id: OPERATION_STATUS.done, sum_kopecks: SUM_EACH })),
      ),
    );
    const {
      unallocated,
      in_transit: inTransit,
      cards,
    } = await getOnlyRow(
      db.system,
      sql<{ unallocated: number; in_transit: number; cards: number }>`
        select sum(balance_kopecks) filter (where kind = 'unallocated')::bigint as unallocated,
          sum(balance_kopecks) filter (where kind = 'in-transit')::bigint as in_transit,
          sum(balance_kopecks) filter (where kind = 'card')::bigint as cards
        from ledger_account where company_id = ${companyId}`,
    );
    // The single cards have got as much money as has come back from them.
    expect({ unallocated, inTransit, cards }).toEqual({
      unallocated: 1000_00 - MANY * SUM_EACH,
      inTransit: 0,
      cards: PEOPLE * 100_00 + MANY * (100_00 + SUM_EACH),
    });
    expect(await checkBooks(db.system)).toEqual([]);
    expect((await compareCards(outside.ctx, 'command')).differences).toEqual([]);
  },
);
