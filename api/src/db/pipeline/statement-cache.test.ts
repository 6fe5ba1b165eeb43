import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, insertThreeCompanies, type TestDatabase } from '../../testing/database.ts';
import { mintCompanyScope } from '../company-scope.ts';
import { getOnlyRow, openDatabase, rows, type Database, type Db } from '../database.ts';

let ownDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  database = openDatabase(ownDatabase.url, { maxConnections: 1 });
  await insertThreeCompanies(database.system);
});

afterAll(async () => {
  await database.close();
  await ownDatabase.drop();
});

const listPrepared = async (): Promise<string[]> =>
  (
    await rows(
      database.system,
      sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement not like '%pg_prepared_statements%' order by 1`,
    )
  ).map(({ statement }) => statement);

test('a statement is prepared when its connection executes it again', async () => {
  const add = (value: number) => getOnlyRow(database.system, sql`select ${value}::int + 1 as sum`);
  expect(await add(1)).toEqual({ sum: 2 });
  expect(await listPrepared()).toEqual([]);
  expect(await add(2)).toEqual({ sum: 3 });
  expect(await add(3)).toEqual({ sum: 4 });
  expect(await listPrepared()).toEqual(['select $1::int + 1 as sum']);
});

test('a statement that is prepared for all companies shows one company its own row', async () => {
  const list = (db: Db) => rows(db, sql<{ id: number }>`select id from company where id <> ${0} order by id`);
  const everyone = [{ id: 1 }, { id: 2 }, { id: 3 }];
  for (let time = 0; time < 3; time += 1) {
    expect(await list(database.system)).toEqual(everyone);
    for (const companyId of [2, 3])
      expect(await database.inCompany(mintCompanyScope(companyId), list)).toEqual([{ id: companyId }]);
  }
});

test('a refused statement leaves its transaction undone and can be sent again', async () => {
  const insert = (db: Db, id: number) =>
    sql`
      insert into company (id, inn, title, legal_form, created_at) overriding system value
      values (${id}, ${String(id)}, 'Новый', 'ООО', now())`.execute(db);
  for (const id of [101, 102]) await insert(database.system, id);
  await expect(database.inSystem((tx) => insert(tx, 102))).rejects.toThrow(/duplicate/);
  await database.inSystem((tx) => insert(tx, 103));
  const found = await rows(database.system, sql`select inn from company where title = 'Новый' order by inn`);
  expect(found).toEqual([{ inn: '101' }, { inn: '102' }, { inn: '103' }]);
});

test('a statement whose columns a migration has changed fails once at most', async () => {
  const owner = database.openPool({ name: 'owner', max: 1 });
  await owner.query('create table changed (value int); insert into changed values (7)');
  await owner.query('grant select on changed to magistral_system');
  const read = () => getOnlyRow(database.system, sql`select * from changed where value::int = ${7}`);
  for (let time = 0; time < 3; time += 1) expect(await read()).toEqual({ value: 7 });
  await owner.query('alter table changed alter value type text');
  await owner.end();
  await expect(read()).rejects.toThrow(/cached plan/);
  for (let time = 0; time < 3; time += 1) expect(await read()).toEqual({ value: '7' });
});

test('bytes, whole numbers and arrays of arrays arrive as they are', async () => {
  const [bytes, pairs] = [
    new Uint8Array([1, 0, 255]),
    [
      ['а', 'b,c'],
      ['"', ''],
    ],
  ];
  const read = () =>
    getOnlyRow(
      database.system,
      sql`select ${bytes}::bytea as bytes, ${2n ** 52n}::bigint as number, ${pairs}::text[] as pairs`,
    );
  for (let time = 0; time < 3; time += 1)
    expect(await read()).toEqual({ bytes: Buffer.from(bytes), number: 2 ** 52, pairs });
});

test('a plan of a small table is made anew once the grown table is analysed', async () => {
  const owner = database.openPool({ name: 'owner', max: 1 });
  await owner.query('create table grown (id int primary key, value int); insert into grown values (1, 1)');
  await owner.query('analyze grown; grant select on grown to magistral_system');
  const read = () => getOnlyRow(database.system, sql`select value from grown where id = ${1}`);
  for (let time = 0; time < 9; time += 1) expect(await read()).toEqual({ value: 1 });
  const { name } = await getOnlyRow(
    database.system,
    sql<{ name: string }>`select name from pg_prepared_statements where statement like '%from grown%'`,
  );
  const explain = async (): Promise<string> =>
    JSON.stringify(await rows(database.system, sql`explain execute ${sql.id(name)} (1)`));
  expect(await explain()).toContain('Seq Scan');
  await owner.query('insert into grown select id, id from generate_series(2, 10000) id; analyze grown');
  await owner.end();
  expect(await explain()).toContain('Index Scan');
  expect(await read()).toEqual({ value: 1 });
});

test('a connection remembers no more than 250 statements', async () => {
  const read = (place: number) =>
    getOnlyRow(database.system, sql`select ${place}::int as ${sql.id(`p${place}`)}`);
  for (let place = 0; place < 270; place += 1) {
    expect(await read(place)).toEqual({ [`p${place}`]: place });
    await read(place);
  }
  const prepared = await listPrepared();
  expect(prepared.length).toBeLessThanOrEqual(250);
  expect(prepared.some((statement) => statement.includes('"p269"'))).toBe(true);
  expect(prepared.some((statement) => statement.includes('"p1"'))).toBe(false);
});
