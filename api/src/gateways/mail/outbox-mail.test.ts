import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOnlyRow, openDatabase, type Database } from '../../db/database.ts';
import { manualClock } from '../../lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { OutgoingEmail } from './mail.ts';
import { outboxMail, REFUSED_ADDRESSES, type OutboxMail } from './outbox-mail.ts';

let own: TestDatabase;
let database: Database;
let outbox: OutboxMail;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url);
  outbox = outboxMail({ db: database.system, clock: manualClock('2026-11-21T09:00:00Z') });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const makeEmail = (id: number, to = 'ivan@example.ru'): OutgoingEmail => ({
  messageId: `<${id}@example.ru>`,
  to,
  subject: `Письмо ${id}`,
  plain: 'Текст',
  html: '<p>Текст</p>',
  unsubscribeUrl: null,
});

describe('the mail outbox of a development machine', () => {
  test('the outbox shows an email once, newest first and by its address', async () => {
    for (const [id, to] of [
      [1, 'ivan@example.ru'],
      [2, 'anna@example.ru'],
      [1, 'ivan@example.ru'],
      [3, 'ivan@example.ru'],
    ] as const)
      expect(await outbox.send(makeEmail(id, to))).toEqual({ accepted: true });
    const subjects = async (address?: string) =>
      (await outbox.letters(address)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Письмо 3', 'Письмо 2', 'Письмо 1']);
    expect(await subjects('ivan@example.ru')).toEqual(['Письмо 3', 'Письмо 1']);
    expect(await subjects('nobody@example.ru')).toEqual([]);
  });

  test('the outbox shows each kind of refusal, and stores no refused email', async () => {
    for (const [address, kind] of Object.entries(REFUSED_ADDRESSES)) {
      expect(await outbox.send(makeEmail(9, address))).toMatchObject({ accepted: false, kind });
      expect(await outbox.letters(address)).toEqual([]);
    }
  });

  test('the mail outbox stores at most the last thousand emails', async () => {
    for (let id = 100; id < 1105; id += 1) await outbox.send(makeEmail(id, 'many@example.ru'));
    const countStored = sql<{ count: number }>`select count(*) as count from outbox_letter`;
    expect((await getOnlyRow(database.system, countStored)).count).toBe(1000);
  });
});
