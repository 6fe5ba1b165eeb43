import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { startApi } from '../../testing/api.ts';
import { givenCard, givenCode, givenCompany, readUnallocated } from '../../testing/givens/factories.ts';
import { givenOrder } from '../../testing/givens/given-order.ts';
import { givenSales } from '../../testing/givens/given-sales.ts';
import { widenKeys } from '../../testing/wires/citus-stand-in.ts';
import { distribute } from './distribute.ts';
import { ownerColumn, PLACES } from './place-of-tables.ts';
import { readCatalog } from './read-catalog.ts';

test('DISTRIBUTE=citus says in a sentence that the database has no Citus', async () => {
  const database = await createTestDatabase();
  try {
    await expect(distribute(database.url)).rejects.toThrow('the database has no Citus');
  } finally {
    await database.drop();
  }
});

test('on Citus all unique keys and references of companies’ tables name the company', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  try {
    await widenKeys(database.url);
    await client.connect();
    const { uniqueKeys, foreignKeys } = await readCatalog(client);
    const isCompanyTable = (table: string) => PLACES.get(table) === 'company';
    const bare = uniqueKeys.filter(
      ({ table, columns }) => isCompanyTable(table) && !columns.includes(ownerColumn(table)),
    );
    expect(bare).toEqual([]);
    const across = foreignKeys.filter(
      ({ table, target, columns }) =>
        isCompanyTable(target) && !(isCompanyTable(table) && columns.includes(ownerColumn(table))),
    );
    expect(across).toEqual([]);
    expect(uniqueKeys.filter(({ whole }) => whole === 'ledger_transfer').length).toBeGreaterThan(1);
  } finally {
    await client.end();
    await database.drop();
  }
});

test('an order, a transfer to a card and a purchase work on the keys that Citus needs', async () => {
  const database = await createTestDatabase();
  await widenKeys(database.url);
  const api = await startApi({ databaseUrl: database.url });
  try {
    const company = await givenCompany(api, { unallocatedKopecks: 100_000 });
    const card = await givenCard(api, company.id);
    const order = await givenOrder(api, company.admin, [{ partner: 1, count: 2 }]);
    expect(order.itemIds).toHaveLength(1);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const moved = await api.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      form: { sum: 400, mode: 1, sms },
    });
    expect(moved.status).toBe(200);
    await givenSales(api, card, [
      { sum: 15_000, at: '2026-09-15T08:00:00Z', id: 'once' },
      { sum: 15_000, at: '2026-09-15T08:00:00Z', id: 'once' },
    ]);
    expect(await readUnallocated(api, company)).toBe(600);
  } finally {
    await api.stop();
    await database.drop();
  }
});
