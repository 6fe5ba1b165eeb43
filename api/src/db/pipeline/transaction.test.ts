import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, insertThreeCompanies, type TestDatabase } from '../../testing/database.ts';
import { mintCompanyScope } from '../company-scope.ts';
import { getOnlyRow, openDatabase, rows, type Database, type Db } from '../database.ts';

let ownDatabase: TestDatabase;
let database: Database;
let answers = 0;

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  database = openDatabase(ownDatabase.url, { maxConnections: 1, beforeCommit: trace });
  database.pool.on('connect', ({ connection }: { connection?: NodeJS.EventEmitter }) =>
    connection?.on('readyForQuery', () => (answers += 1)),
  );
  await insertThreeCompanies(database.system);
});

afterAll(async () => {
  await database.close();
  await ownDatabase.drop();
});

async function trace(tx: Db): Promise<void> {
  await sql`select pg_current_xact_id_if_assigned()`.execute(tx);
}

const listCompanies = (db: Db) => rows(db, sql<{ id: number }>`select id from company order by id`);
const everyone = [{ id: 1 }, { id: 2 }, { id: 3 }];
const readRole = (db: Db) => getOnlyRow(db, sql<{ role: string }>`select current_user as role`);

async function countAnswers(work: () => Promise<unknown>): Promise<number> {
  const before = answers;
  await work();
  return answers - before;
}

test('a company’s read is two round trips: begin and choice, then trace and commit', async () => {
  const read = () => database.inCompany(mintCompanyScope(2), listCompanies);
  expect(await countAnswers(async () => expect(await read()).toEqual([{ id: 2 }]))).toBe(2);
  expect(await countAnswers(() => database.inSystem(listCompanies))).toBe(2);
  expect(await listCompanies(database.system)).toEqual(everyone);
});

test('statements that do not wait for each other share a round trip, in their order', async () => {
  const write = () =>
    database.inSystem(async (tx) => {
      const rename = (title: string) => sql`update company set title = ${title} where id = 1`.execute(tx);
      await Promise.all([rename('Первая'), rename('Вторая')]);
    });
  expect(await countAnswers(write)).toBe(2);
  const { title } = await getOnlyRow(
    database.system,
    sql<{ title: string }>`select title from company where id = 1`,
  );
  expect(title).toBe('Вторая');
});

test('work that ignores an error is not committed, and gets no further statement', async () => {
  const seen: string[] = [];
  const work = database.inCompany(mintCompanyScope(1), async (tx) => {
    await sql`update company set title = 'Третья'`.execute(tx);
    await sql`select 1 / ${0}::int`.execute(tx).catch((error: Error) => seen.push(error.message));
    await readRole(tx).catch((error: Error) => seen.push(error.message));
  });
  await expect(work).rejects.toThrow(/division by zero/);
  expect(seen).toEqual(['division by zero', 'division by zero']);
  expect(await readRole(database.system)).toEqual({ role: 'magistral_system' });
  expect(await rows(database.system, sql`select id from company where title = 'Третья'`)).toEqual([]);
});

test('a transaction that cannot begin shows no other company’s rows', async () => {
  const unwritable = sql`select ${{ amount: 1n }}::jsonb`;
  const seen: unknown[] = [];
  const work = database.inCompany(mintCompanyScope(1), async (tx) => {
    await unwritable.execute(tx).catch((error: Error) => seen.push(error.message));
    seen.push(await listCompanies(tx));
  });
  await expect(work).rejects.toThrow(/BigInt/);
  expect(seen).toHaveLength(1);
  expect(await listCompanies(database.system)).toEqual(everyone);
});

test('a statement that comes after the end of its transaction is refused', async () => {
  let late: Db | undefined;
  await database.inCompany(mintCompanyScope(1), async (tx) => {
    late = tx;
    await listCompanies(tx);
  });
  await expect(listCompanies(late as Db)).rejects.toThrow('the transaction has been committed');
  const failing = database.inCompany(mintCompanyScope(1), async (tx) => {
    late = tx;
    await listCompanies(tx);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  await expect(listCompanies(late as Db)).rejects.toThrow('the transaction has ended');
});

test('reads that are made together share a round trip, and succeed or fail together', async () => {
  const count = (divisor: number) => (db: Db) =>
    getOnlyRow(db, sql<{ count: number }>`select count(*) / ${divisor}::int as count from company`);
  const read = (divisor: number) =>
    database.readTogether((db) => Promise.all([count(1)(db), listCompanies(db), count(divisor)(db)]));
  const answersOfThree = await countAnswers(async () =>
    expect(await read(3)).toEqual([{ count: 3 }, everyone, { count: 1 }]),
  );
  expect(answersOfThree).toBe(1);
  await expect(read(0)).rejects.toThrow(/division by zero/);
  expect(await listCompanies(database.system)).toEqual(everyone);
});
