import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
  readUnallocated,
} from '../../../../testing/givens/factories.ts';
import {
  FOREIGN_ACCOUNT,
  givenBankFile,
  OTHER_OWN_ACCOUNT,
  outgoingDocument,
  OWN_ACCOUNT,
  bankFileDocument,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 500_00 });
});

async function listReturns(of: GivenCompany, state = '') {
  const query = state && `?state=${state}`;
  const { body } = await api.get(`/staff/api/advance-returns${query}`, { token: staff.token });
  return body.data.filter((item: { company: { id: number } }) => item.company.id === of.id);
}

const readFunds = (of: GivenCompany): Promise<number> => readUnallocated(api, of);

describe('access to advance returns', () => {
  test('payments to clients don’t exist for a customer or an anonymous caller', async () => {
    expect((await api.get('/staff/api/advance-returns', { token: company.admin.token })).status).toBe(404);
    expect((await api.get('/staff/api/advance-returns')).status).toBe(401);
  });

  test('a state that there is none of is refused in Russian', async () => {
    const answer = await api.get('/staff/api/advance-returns?state=lost', { token: staff.token });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toEqual({ state: ['Неизвестное состояние'] });
  });
});

describe('money paid back to a client', () => {
  test('a return waits for a user with all the bank’s data, and moves nothing', async () => {
    const document = outgoingDocument({
      inn: company.inn,
      number: '0077',
      sum: '150.50',
      taken: '16.09.2026',
    });
    const { body } = await givenBankFile(api, staff, makeStatement(document));
    expect(body.data).toEqual({
      documents: 1,
      credited: 0,
      needs_review: 0,
      duplicates: 0,
      ignored: 1,
      warnings: [],
    });
    const [stored, ...more] = await listReturns(company, 'review');
    expect(more).toEqual([]);
    expect(stored).toEqual({
      id: expect.any(Number),
      state: 'review',
      number: '0077',
      date: '2026-09-15',
      debited_on: '2026-09-16',
      sum: 150.5,
      payee: { name: 'ООО "Перевозчик"', inn: company.inn, account: '40702810500000000001' },
      purpose: 'Возврат аванса по договору',
      company: { id: company.id, title: `ООО «Перевозчик ${company.inn}»` },
      own_sum: 500,
      reason: null,
      decided_by: null,
      decided_at: null,
      revision: 0,
      reopenings: [],
    });
    expect(await readFunds(company)).toBe(500);
    expect(await listReturns(company, 'booked')).toEqual([]);
  });

  test('returns of each of the programme’s accounts are stored, beside receipts', async () => {
    const lines = makeStatement(
      outgoingDocument({ inn: company.inn, from: OTHER_OWN_ACCOUNT }),
      bankFileDocument({ inn: company.inn }),
    );
    const { body } = await givenBankFile(api, staff, lines);
    expect(body.data).toEqual({
      documents: 2,
      credited: 1,
      needs_review: 0,
      duplicates: 0,
      ignored: 1,
      warnings: [],
    });
    expect(await listReturns(company)).toHaveLength(1);
    expect(await readFunds(company)).toBe(650);
  });

  test.each([
    ['a payee who is no client', () => ({ inn: '7707083893' })],
    ['a client’s INN over an own account', () => ({ inn: company.inn, to: OTHER_OWN_ACCOUNT })],
    ['the very account it leaves', () => ({ inn: company.inn, to: OWN_ACCOUNT })],
    ['a payer that is not ours', () => ({ inn: company.inn, from: '40702810900000000009' })],
    ['a document that was not executed', () => ({ inn: company.inn, taken: '' })],
    ['a sum of nothing', () => ({ inn: company.inn, sum: '0.00' })],
  ])('of %s nothing is stored', async (_, input) => {
    const { body } = await givenBankFile(api, staff, makeStatement(outgoingDocument(input())));
    expect(body.data).toEqual({
      documents: 1,
      credited: 0,
      needs_review: 0,
      duplicates: 0,
      ignored: 1,
      warnings: [],
    });
    expect(await listReturns(company)).toEqual([]);
  });

  test('a company outside the programme is no client; once joined, the file counts', async () => {
    const since = (value: Date | null) =>
      sql`update company set client_since = ${value} where id = ${company.id}`.execute(api.ctx.db.system);
    const lines = makeStatement(outgoingDocument({ inn: company.inn }));
    await since(null);
    await givenBankFile(api, staff, lines);
    expect(await listReturns(company)).toEqual([]);
    await since(api.clock.now());
    await givenBankFile(api, staff, lines);
    expect(await listReturns(company)).toHaveLength(1);
  });

  test('text that the database can’t store loses no return', async () => {
    const document = outgoingDocument({ inn: company.inn, purpose: 'Возврат\u0000 аванса' });
    const name = document.indexOf('Получатель1=ООО "Перевозчик"');
    document[name] = 'Получатель1=ООО\u0000 "Путь"';
    expect((await givenBankFile(api, staff, makeStatement(document))).status).toBe(200);
    const [stored] = await listReturns(company);
    expect([stored.purpose, stored.payee.name]).toEqual(['Возврат аванса', 'ООО "Путь"']);
  });
});

describe('storing an advance return only once', () => {
  test('the same file, an overlapping one and a duplicate document add nothing', async () => {
    const first = outgoingDocument({ inn: company.inn });
    const second = outgoingDocument({ inn: company.inn });
    await givenBankFile(api, staff, makeStatement(first, first));
    await givenBankFile(api, staff, makeStatement(first));
    const { body } = await givenBankFile(api, staff, makeStatement(second, first));
    expect(body.data).toEqual({
      documents: 2,
      credited: 0,
      needs_review: 0,
      duplicates: 0,
      ignored: 2,
      warnings: [],
    });
    expect(await listReturns(company)).toHaveLength(2);
  });

  test('two loads at once keep each document once, in whatever order they name them', async () => {
    const documents = Array.from({ length: 20 }, () => outgoingDocument({ inn: company.inn }));
    const answers = await Promise.all([
      givenBankFile(api, staff, makeStatement(...documents)),
      givenBankFile(api, staff, makeStatement(...documents.toReversed())),
      givenBankFile(api, staff, makeStatement(...documents)),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await listReturns(company)).toHaveLength(20);
  });

  test('returns to two clients through one account of a bank are two returns', async () => {
    const other = await givenCompany(api);
    const input = { inn: company.inn, number: '906', to: '40911810000000000001' };
    const lines = makeStatement(outgoingDocument(input), outgoingDocument({ ...input, inn: other.inn }));
    await givenBankFile(api, staff, lines);
    await givenBankFile(api, staff, lines);
    expect([(await listReturns(company)).length, (await listReturns(other)).length]).toEqual([1, 1]);
  });

  test('a return whose old key lacks the payee is recognised', async () => {
    const lines = makeStatement(outgoingDocument({ inn: company.inn, number: '907' }));
    await givenBankFile(api, staff, lines);
    const day = '2026-09-15';
    const parts = [
      'outgoing',
      OWN_ACCOUNT,
      day,
      '907',
      day,
      150_00,
      FOREIGN_ACCOUNT,
      'Возврат аванса по договору',
    ];
    const oldKey = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    await sql`
      update advance_return set document_key = ${oldKey} where company_id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await givenBankFile(api, staff, lines);
    expect(await listReturns(company)).toHaveLength(1);
  });

  test('two returns that differ by their day of debit alone are two', async () => {
    const input = { inn: company.inn, number: '5' };
    const lines = makeStatement(
      outgoingDocument({ ...input, taken: '15.09.2026' }),
      outgoingDocument({ ...input, taken: '16.09.2026' }),
    );
    await givenBankFile(api, staff, lines);
    expect(await listReturns(company)).toHaveLength(2);
  });
});
