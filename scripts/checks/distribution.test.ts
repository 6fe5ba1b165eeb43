import path from 'node:path';
import { expect, test } from 'vitest';
import { findStatementFaults } from './crossing-statements.ts';
import { findLockFaults } from './named-locks.ts';
import { readStatements, listTemplates } from './read-statements.ts';

const statements = readStatements(path.join(import.meta.dirname, '../..'));
const file = 'api/src/modules/cards/cards/other-store.ts';

test('each lock and statement that crosses companies is explained', () => {
  expect([...findStatementFaults(statements), ...findLockFaults(statements)]).toEqual([]);
});

test('a statement on company rows without the company, or with such a key, is reported', () => {
  const text = 'update card set status_id = 1 where card_number = ?';
  const upsert = 'insert into driver (company_id, surname) values (?, ?) on conflict (surname) do nothing';
  const faults = findStatementFaults([...statements, { file, text }, { file, text: upsert }]);
  expect(faults).toEqual([
    expect.stringContaining('names no company'),
    expect.stringContaining('lacks the company'),
  ]);
});

test('a lock with an unexplained name is reported', () => {
  const text = "select pg_advisory_xact_lock(hashtext('everything'))";
  expect(findLockFaults([...statements, { file, text }])).toEqual([expect.stringContaining('"everything"')]);
});

test('statements are read with what is put in, and those inside others apart', () => {
  const source = 'sql<{ id: number }>`select ${a ? sql`1` : b} from card where id = ${f({ x: 1 })}`';
  expect(listTemplates(source)).toEqual(['select ? from card where id = ?', '1']);
});
