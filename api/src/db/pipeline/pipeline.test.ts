import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, insertThreeCompanies, type TestDatabase } from '../../testing/database.ts';
import { readColumns, toTextArray } from '../columns.ts';
import { openDatabase, rows, type Database, type Db } from '../database.ts';
import { encodeBigints } from '../parameter.ts';

let ownDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  database = openDatabase(ownDatabase.url);
  await insertThreeCompanies(database.system);
});

afterAll(async () => {
  await database.close();
  await ownDatabase.drop();
});

const readTitle = async (id: number): Promise<unknown> =>
  (await rows(database.system, sql<{ title: string }>`select title from company where id = ${id}`))[0]?.title;

test('a batch sees the companies that it names and no other rows', async () => {
  const seen = await database.inCompanies([1, 3], (tx) =>
    rows(tx, sql<{ id: number }>`select id from company order by id`),
  );
  expect(seen.map((row) => row.id)).toEqual([1, 3]);
  const none = await database.inCompanies([], (tx) => rows(tx, sql`select id from company`));
  expect(none).toEqual([]);
});

test('a batch can’t write for a company that it does not name, or outside of posting', async () => {
  const foreign = database.inCompanies([1], (tx) =>
    sql`insert into distribution (company_id, kind, author_id, created_at) values (2, 'revoke', 1, now())`.execute(
      tx,
    ),
  );
  await expect(foreign).rejects.toThrow(/row-level security/);
  const renamed = database.inCompanies([1], (tx) => sql`update company set title = 'Чужая'`.execute(tx));
  await expect(renamed).rejects.toThrow(/permission denied/);
});

test('statements sent at once are done in their order, the commit last', async () => {
  await database.inCompanies([1], async (tx, commit) => {
    const crossed = [true, false, true].map((value) =>
      sql`update company set threshold_crossed = ${value} where id = 1`.execute(tx),
    );
    const seen = rows(tx, sql<{ crossed: boolean }>`select threshold_crossed as crossed from company`);
    await Promise.all([...crossed, seen, commit()]);
    expect(await seen).toEqual([{ crossed: true }]);
  });
  const [stored] = await rows(
    database.system,
    sql`select threshold_crossed as crossed from company where id = 1`,
  );
  expect(stored).toEqual({ crossed: true });
});

test('a failed statement undoes its whole batch, though the commit was sent with it', async () => {
  const batch = database.inCompanies([2], async (tx, commit) => {
    await Promise.all([
      sql`update company set threshold_message_due = true where id = 2`.execute(tx),
      sql`update company set threshold_crossed = (1 / (id - 2))::int::boolean`.execute(tx),
      commit(),
    ]);
  });
  await expect(batch).rejects.toThrow(/division by zero/);
  const [stored] = await rows(
    database.system,
    sql`select threshold_message_due as due from company where id = 2`,
  );
  expect(stored).toEqual({ due: false });
});

test('without a commit nothing stays, and the connection is good for the next', async () => {
  await database.inCompanies([3], (tx) => sql`update company set threshold_crossed = true`.execute(tx));
  const seen = await database.inCompanies([3], (tx) =>
    rows(tx, sql<{ crossed: boolean }>`select threshold_crossed as crossed from company`),
  );
  expect(seen).toEqual([{ crossed: false }]);
  expect(await readTitle(3)).toBe('Перевозчик');
});

test('a word that is awkward in an array comes to the database as it is', async () => {
  const words = [
    '',
    'null',
    'NULL',
    'a,b',
    '{x}',
    '"',
    '\\',
    '\\"',
    ' ',
    'и\n',
    'plain-1:2.3',
    '\\x00',
    'tab\t',
  ];
  const [back] = await database.prepared((db) =>
    rows(db, sql<{ said: string[] }>`select ${words}::text[] as said`),
  );
  expect(back?.said).toEqual(words);
});

test('arrays of a batch arrive unchanged: numbers, nulls, bytes, booleans, times', async () => {
  const input = {
    numbers: [0, -5, Number.MAX_SAFE_INTEGER, null],
    bytes: [Buffer.from([0, 92, 34, 255]), Buffer.alloc(0)],
    truths: [true, false, null],
    moments: [new Date('2026-11-22T10:00:00.123Z')],
  };
  const [back] = await database.prepared((db) =>
    rows(
      db,
      sql<typeof input & { none: unknown }>`
        select ${input.numbers}::bigint[] as numbers, ${input.bytes}::bytea[] as bytes, ${input.truths}::boolean[] as truths,
          ${input.moments}::timestamptz[] as moments, ${[]}::bigint[] as none`,
    ),
  );
  expect(back).toEqual({ ...input, none: [] });
});

test('whole numbers that are sent as bytes arrive as they are', async () => {
  const numbers = fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(numbers, async (input) => {
      const back = await database.prepared((db) =>
        rows(
          db,
          sql<{ said: number[]; count: number }>`
          select ${encodeBigints(input)}::bigint[] as said, cardinality(${encodeBigints(input)}::bigint[]) as count`,
        ),
      );
      expect(back).toEqual([{ said: input, count: input.length }]);
    }),
    { numRuns: 200 },
  );
  for (const wrong of [0.5, 2 ** 53, NaN])
    expect(() => encodeBigints([1, wrong])).toThrow(/not a whole number/);
});

test('rows that are brought as columns or as JSON keep their order and their nothings', async () => {
  interface Row {
    id: number;
    word: string;
    floor: number | null;
  }
  const from = (count: number) => sql`
    select n::bigint as id, 'слово ' || n as word, case when n % 2 = 0 then n::bigint end as floor
    from generate_series(1, ${count}::int) n order by n desc`;
  const list = (count: number) =>
    database.prepared((db) => readColumns<Row>(db, ['id', 'word', 'floor'], from(count)));
  expect(await list(3)).toEqual({
    id: [3, 2, 1],
    word: ['слово 3', 'слово 2', 'слово 1'],
    floor: [null, 2, null],
  });
  expect(await list(0)).toEqual({ id: [], word: [], floor: [] });
});

test.each([
  [['один', 'два', 'один']],
  [[]],
  [['']],
  [['a', '']],
  [['две\nстроки', 'a']],
  [['"', '{a,b}', 'null', '\\\\']],
])('texts that are sent as one come back as they were: %j', async (texts) => {
  const [row] = await database.prepared((db) =>
    rows(db, sql<{ texts: string[] }>`select ${toTextArray(texts)} as texts`),
  );
  expect(row?.texts).toEqual(texts);
});

test('a statement whose first use was refused can be used again on its connection', async () => {
  const divide = (by: number) => async (tx: Db) => {
    const [one, , other] = await Promise.all([
      rows(tx, sql<{ n: number }>`select 1::bigint as n`),
      rows(tx, sql<{ n: number }>`select 10 / ${by}::bigint as n`),
      rows(tx, sql<{ n: number }>`select 3::bigint as n`),
    ]);
    return [one[0]?.n, other[0]?.n];
  };
  for (let round = 0; round < 4; round += 1) {
    await expect(database.inCompanies([1], divide(0))).rejects.toThrow(/division by zero/);
    await expect(database.prepared(divide(0))).rejects.toThrow(/division by zero/);
  }
  for (let round = 0; round < 4; round += 1) {
    expect(await database.inCompanies([1], divide(5))).toEqual([1, 3]);
    expect(await database.prepared(divide(5))).toEqual([1, 3]);
  }
});

test('a value that cannot be read fails only those who asked with it', async () => {
  const ask = (text: string) =>
    database.prepared((db) => rows(db, sql<{ n: number }>`select ${text}::bigint as n`));
  await expect(ask('9007199254740993')).rejects.toThrow(/past 2\^53/);
  expect(await ask('9007199254740991')).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
});

test('a value that cannot be written fails only its own transaction', async () => {
  const unwritable = { amount: 1n };
  const batch = database.inCompanies([2], async (tx, commit) => {
    await Promise.all([
      sql`update company set threshold_message_due = true where id = 2`.execute(tx),
      sql`select ${unwritable}::jsonb`.execute(tx),
      commit(),
    ]);
  });
  await expect(batch).rejects.toThrow(/BigInt/);
  const seen = await database.inCompanies([2], (tx) =>
    rows(tx, sql`select threshold_message_due as due from company`),
  );
  expect(seen).toEqual([{ due: false }]);
});
