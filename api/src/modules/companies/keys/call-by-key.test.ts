import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { listPaths } from '#contract/endpoint.ts';
import { KEY_SCOPES, type KeyScope } from '#contract/companies/key-scopes.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenInvoice } from '../../../testing/givens/given-bank-file.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';
import { hashSha256 } from '../../../lib/secrets.ts';

let api: TestApi;
let ours: GivenCompany;
let theirs: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  ours = await givenCompany(api, { unallocatedKopecks: 5_000_00 });
  theirs = await givenCompany(api);
});
afterAll(() => api.stop());

const byKey = (path: string, key: string): Promise<ApiResponse> =>
  api.get(path, { headers: { authorization: `Bearer ${key}` } });

/** Asks a call for nothing in particular, as a program with this key. */
async function callEndpoint(
  method: string,
  path: string,
  key: string,
): Promise<{ status: number; message: string }> {
  const at = path.replaceAll(':year', '2023').replaceAll(':kind', 'block').replaceAll(/:\w+/g, '1');
  const reply = await fetch(api.url + at, { method, headers: { authorization: `Bearer ${key}` } });
  const text = await reply.text();
  return { status: reply.status, message: text.startsWith('{') ? JSON.parse(text).message : text };
}

describe('calls that an API key allows', () => {
  test('a key makes each call of its scopes, at every address, and none of another scope', async () => {
    const marked = allCalls.filter((call) => call.key && !call.key.sandbox);
    expect(new Set(marked.map((call) => call.key?.scope))).toEqual(new Set(KEY_SCOPES));
    for (const scope of KEY_SCOPES) {
      const { key } = await givenKey(api, ours, [scope]);
      for (const call of marked)
        for (const path of listPaths(call)) {
          const { status, message } = await callEndpoint(call.method, path, key);
          const outcome = `${call.name} at ${path} by ${scope}: ${status} ${message}`;
          if (call.key?.scope === scope) expect([200, 400, 404], outcome).toContain(status);
          else
            expect([status, message], outcome).toEqual([403, expect.stringContaining('У ключа нет права')]);
        }
    }
  });

  test('a key of all scopes gets through no call that the contract does not mark', async () => {
    const { key } = await givenKey(api, ours);
    const closed = allCalls.filter((call) => !call.key && call.caller !== 'public');
    expect(closed.length).toBeGreaterThan(150);
    for (const call of closed) {
      const { status, message } = await callEndpoint(call.method, call.path, key);
      expect([call.name, status, message]).toEqual([call.name, 403, 'По ключу этот вызов недоступен']);
    }
    const { status } = await api.get('/api/keys', { token: ours.admin.token });
    expect(status).toBe(200);
  });

  test('a key reads what the screens show: operations, cards, documents and balances', async () => {
    await givenCard(api, ours.id, { balanceKopecks: 700_00 });
    const { headers } = await givenKey(api, ours);
    for (const [own, path] of [
      ['/api/operations?perPage=5', '/api/v1/operations?perPage=5'],
      ['/api/card', '/api/v1/cards'],
      ['/api/doc?year=2026', '/api/v1/documents?year=2026'],
      [`/api/client/${ours.id}`, '/api/v1/balances'],
      ['/api/invoices', '/api/v1/invoices'],
      ['/api/drivers', '/api/v1/drivers'],
      ['/api/vehicles', '/api/v1/vehicles'],
      ['/api/declines', '/api/v1/declines'],
    ] as const) {
      const seen = await api.get(own, { token: ours.admin.token });
      const read = await api.get(path, { headers });
      expect(read.status).toBe(200);
      expect(read.body).toEqual(seen.body);
    }
  });

  test('files in the lists of documents and invoices open with the list’s own scope', async () => {
    const company = await givenCompany(api);
    const documentId = await givenDocument(api, await givenStaff(api), company);
    const invoiceId = (await givenInvoice(api, company, 100)).id;
    const documents = await givenKey(api, company, ['documents:read']);
    const invoices = await givenKey(api, company, ['invoices:read']);
    const outsiderKey = await givenKey(api, await givenCompany(api));
    for (const [own, other, path, status] of [
      [documents, invoices, `/api/v1/documents/${documentId}/download`, 200],
      // The document was published by hand: it has no form of the State and no operations.
      [documents, invoices, `/api/v1/documents/${documentId}/xml`, 404],
      [documents, invoices, `/api/v1/documents/${documentId}/register`, 404],
      [documents, invoices, '/api/v1/exchange/enterprise-data?from=2026-08-01&to=2026-08-31', 404],
      [invoices, documents, `/api/v1/invoices/${invoiceId}/download`, 200],
      [invoices, documents, `/api/v1/invoices/${invoiceId}/xml`, 200],
      [invoices, documents, `/api/v1/invoices/${invoiceId}/payment`, 200],
      [invoices, documents, `/api/v1/invoices/${invoiceId}/payment-order`, 200],
    ] as const) {
      const read = await fetch(api.url + path, { headers: own.headers });
      expect([path, read.status]).toEqual([path, status]);
      expect([path, (await byKey(path, other.key)).status]).toEqual([path, 403]);
      expect([path, (await byKey(path, outsiderKey.key)).status]).toEqual([path, 404]);
    }
  });

  test('another company’s card is 404 to a key: to read, limit, block and move money', async () => {
    const card = await givenCard(api, theirs.id);
    const { headers } = await givenKey(api, ours);
    expect((await api.get(`/api/v1/cards/${card.id}`, { headers })).status).toBe(404);
    const limit = { unit_count: 5, unit_type: 'sum', period: 'P1D' };
    expect((await api.post(`/api/v1/cards/${card.id}/limit`, { headers, json: limit })).status).toBe(404);
    const paid = await api.post(`/api/v1/cards/${card.id}/transfer`, { headers, key: 'a', json: { sum: 1 } });
    expect(paid.status).toBe(404);
    const out = await api.post(`/api/v1/cards/${card.id}/payout`, { headers, key: 'o', json: { sum: 1 } });
    const block = await api.post(`/api/v1/cards/${card.id}/block`, { headers, json: { blocked: true } });
    expect([out.status, block.status]).toEqual([404, 404]);
    const list = await api.get('/api/v1/cards', { headers });
    expect(list.body.data.map((item: { id: number }) => item.id)).not.toContain(card.id);
  });

  test('a user session reads by the same addresses, and can’t create what only keys do', async () => {
    const card = await givenCard(api, ours.id);
    const { token } = ours.admin;
    expect((await api.get('/api/v1/operations', { token })).status).toBe(200);
    const paid = await api.post(`/api/v1/cards/${card.id}/transfer`, { token, key: 'b', json: { sum: 1 } });
    expect(paid.status).toBe(403);
    expect(paid.body.message).toContain('только по ключу');
  });
});

describe('a key that opens nothing', () => {
  const refused = async (key: string, sentence: string): Promise<void> => {
    const { status, body } = await byKey('/api/v1/cards', key);
    expect([status, body.message]).toEqual([401, expect.stringContaining(sentence)]);
  };

  test('a key that does not exist or differs by a character is refused', async () => {
    const { key } = await givenKey(api, ours);
    await refused(`${key}x`, 'Ключ не найден');
    await refused(key.slice(0, -1), 'Ключ не найден');
    await refused('mg_live_', 'Ключ не найден');
    expect((await byKey('/api/v1/cards', 'something else')).status).toBe(401);
  });

  test('a key is revoked at once, by any admin of its company and by no one else', async () => {
    const { id, key } = await givenKey(api, ours);
    const manager = await givenPerson(api, { companyId: ours.id, role: 'manager' });
    expect((await api.delete(`/api/keys/${id}`, { token: manager.token })).status).toBe(403);
    expect((await api.delete(`/api/keys/${id}`, { token: theirs.admin.token })).status).toBe(404);
    expect((await byKey('/api/v1/cards', key)).status).toBe(200);
    const other = await givenPerson(api, { companyId: ours.id, role: 'admin' });
    expect((await api.delete(`/api/keys/${id}`, { token: other.token })).status).toBe(200);
    await refused(key, 'Ключ отозван');
    expect((await api.delete(`/api/keys/${id}`, { token: other.token })).status).toBe(404);
  });

  test('a key is closed when its day is over', async () => {
    const { key } = await givenKey(api, ours, ['cards:read'], { expires_at: '2026-09-15' });
    expect((await byKey('/api/v1/cards', key)).status).toBe(200);
    const before = api.clock.now();
    api.clock.setTo('2026-09-15T21:00:00Z');
    await refused(key, 'Срок ключа истёк');
    api.clock.setTo(before);
  });

  test('a key is closed as soon as its maker is no admin any more', async () => {
    const company = await givenCompany(api);
    const maker = await givenPerson(api, { companyId: company.id, role: 'admin' });
    const { key } = await givenKey(api, { ...company, admin: maker });
    expect((await byKey('/api/v1/cards', key)).status).toBe(200);
    const lowered = await api.post(`/api/users/attachRoles?id=${maker.id}&role_id=9`, {
      token: company.admin.token,
    });
    expect(lowered.status).toBe(200);
    await refused(key, 'больше не администратор');
    const [listed] = (await api.get('/api/keys', { token: company.admin.token })).body.data;
    expect(listed.state).toBe('ownerless');
  });

  test('a key is refused from an address that it does not name', async () => {
    const { id, key } = await givenKey(api, ours, ['cards:read'], { addresses: ['203.0.113.0/24', '::1'] });
    const { status, body } = await byKey('/api/v1/cards', key);
    expect([status, body.message]).toEqual([403, 'С этого адреса ключ не работает']);
    await byKey('/api/v1/cards', key);
    const log = await api.get(`/api/audit?target=key:${id}&action=key-elsewhere`, {
      token: ours.admin.token,
    });
    expect(log.body.data).toMatchObject([{ address: '127.0.0.1' }]);
    const at = await givenKey(api, ours, ['cards:read'], { addresses: ['203.0.113.0/24', '127.0.0.0/8'] });
    expect((await byKey('/api/v1/cards', at.key)).status).toBe(200);
  });

  test('a key of a blocked company reads on, and changes nothing', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const { headers } = await givenKey(api, company);
    const staff = await givenStaff(api);
    const json = { reason: 'Долг' };
    const block = await api.post(`/staff/api/clients/${company.id}/block`, { token: staff.token, json });
    expect(block.status).toBe(200);
    expect((await api.get('/api/v1/cards', { headers })).status).toBe(200);
    const paid = await api.post(`/api/v1/cards/${card.id}/transfer`, { headers, key: 'c', json: { sum: 1 } });
    expect(paid.status).toBe(403);
  });
});

describe('stored data of an API key', () => {
  test('a key is stored as a hash, its start and end; it is shown once', async () => {
    const { id, key } = await givenKey(api, ours);
    const row = await getOnlyRow(
      api.ctx.db.system,
      sql<{ hash: Buffer; whole: string }>`
        select hash, to_jsonb(api_key)::text as whole from api_key where id = ${id}`,
    );
    expect(row.hash.equals(hashSha256(key))).toBe(true);
    expect(row.whole).not.toContain(key);
    const list = await api.get('/api/keys', { token: ours.admin.token });
    const [listed] = list.body.data.filter((item: { id: number }) => item.id === id);
    expect(listed).toMatchObject({ state: 'active', mark: `mg_live_…${key.slice(-4)}` });
    expect(JSON.stringify(list.body)).not.toContain(key);
    const log = await rows(
      api.ctx.db.system,
      sql<{
        line: string;
      }>`select to_jsonb(event)::text as line from audit_event event where what = 'key-made'`,
    );
    expect(log.map(({ line }) => line).join()).not.toContain(key.slice(8));
  });

  test('a key’s last use with address and count is stored, rarely written', async () => {
    const { id, key } = await givenKey(api, ours, ['cards:read']);
    for (let at = 0; at < 5; at += 1) await byKey('/api/v1/cards', key);
    await expect
      .poll(async () => {
        const { body } = await api.get('/api/keys', { token: ours.admin.token });
        return body.data.find((item: { id: number }) => item.id === id).used;
      })
      .toEqual({ at: api.clock.now().toISOString(), address: '127.0.0.1' });
  });
});

describe('making a key', () => {
  const make = (json: object, token = ours.admin.token): Promise<ApiResponse> =>
    api.post('/api/keys', { token, json });
  const plain = { title: 'Ключ', scopes: ['cards:read'] satisfies KeyScope[] };

  test.each([
    ['title', { ...plain, title: ' ' }],
    ['scopes', { ...plain, scopes: [] }],
    ['scopes.0', { ...plain, scopes: ['everything'] }],
    ['expires_at', { ...plain, expires_at: '2026-09-14' }],
    ['addresses.0', { ...plain, addresses: ['300.1.1.1'] }],
    ['addresses.0', { ...plain, addresses: ['10.0.0.0/33'] }],
    ['daily_sum', { ...plain, daily_sum: 100 }],
    ['daily_sum', { title: 'Ключ', scopes: ['money:write'] }],
    ['daily_sum', { title: 'Ключ', scopes: ['money:write'], daily_sum: 0 }],
    ['cards', { title: 'Ключ', scopes: ['money:write'], daily_sum: 5, cards: [999_999] }],
  ])('making a key is refused on %s: %j', async (field, json) => {
    const { status, body } = await make(json);
    expect([status, Object.keys(body.error_messages ?? {})]).toEqual([400, [field]]);
  });

  test('making and revoking a key need a fresh code', async () => {
    const late = await givenPerson(api, {
      companyId: ours.id,
      role: 'admin',
      codeAt: new Date(api.clock.now().getTime() - 16 * 60_000),
    });
    expect((await make(plain, late.token)).body.reason).toBe('code');
    const { id } = await givenKey(api, ours);
    const ended = await api.delete(`/api/keys/${id}`, { token: late.token });
    expect([ended.status, ended.body.reason]).toEqual([403, 'code']);
  });

  test('a company may have only so many keys', async () => {
    const company = await givenCompany(api);
    for (let at = 0; at < 50; at += 1) await givenKey(api, company, ['cards:read']);
    expect((await make(plain, company.admin.token)).status).toBe(409);
  });
});

describe('staff', () => {
  test('staff see a client’s keys and revoke one with a reason that the client reads', async () => {
    const staff = await givenStaff(api);
    const { id, key } = await givenKey(api, theirs, ['cards:read'], { title: 'Склад' });
    const list = await api.get(`/staff/api/clients/${theirs.id}/keys`, { token: staff.token });
    expect(list.body.data).toMatchObject([{ id, title: 'Склад', state: 'active' }]);
    const revoke = (companyId: number) =>
      api.post(`/staff/api/clients/${companyId}/keys/${id}/revoke`, {
        token: staff.token,
        json: { reason: 'Ключ попал в сеть' },
      });
    expect((await revoke(ours.id)).status).toBe(404);
    expect((await revoke(theirs.id)).status).toBe(200);
    expect((await byKey('/api/v1/cards', key)).status).toBe(401);
    const [listed] = (await api.get('/api/keys', { token: theirs.admin.token })).body.data;
    expect(listed).toMatchObject({ state: 'revoked', revoke_reason: 'Ключ попал в сеть' });
  });
});
