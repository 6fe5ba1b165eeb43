import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenStaff,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  FOREIGN_ACCOUNT,
  givenBalance,
  givenBankFile,
  bankFileDocument,
  makeStatement,
  type DocumentInput,
} from '../../../testing/givens/given-bank-file.ts';

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
  company = await givenCompany(api);
});

const document = (input: Partial<DocumentInput>): string[] =>
  bankFileDocument({ inn: company.inn, ...input });

/** Builds the same as `document`, without the payer's account. */
const withoutAccount = (input: Partial<DocumentInput>): string[] =>
  document(input).map((line) => line.replace(/^(ПлательщикСчет)=.*/, '$1='));

const load = (...documents: string[][]): Promise<ApiResponse> =>
  givenBankFile(api, staff, makeStatement(...documents));

const readFunds = (): Promise<number> => readUnallocated(api, company);

async function waiting() {
  const { data } = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body;
  return data[0];
}

describe('a payment from another file', () => {
  test.each<[string, Partial<DocumentInput>]>([
    ['leading zeros in its number', { number: '000042' }],
    ['a space in its number', { number: ' 0 42' }],
    ['another account of the payer', { number: '42', from: '40702810900000000002' }],
    ['another account and leading zeros', { number: '0042', from: '40702810900000000002' }],
    ['another purpose', { number: '42', purpose: 'Пополнение счёта, в т.ч. НДС' }],
    ['another day of crediting', { number: '42', come: '14.09.2026' }],
  ])('a payment with %s waits beside the one that was credited', async (_, input) => {
    await load(document({ number: '42' }));
    const answer = await load(document(input));
    expect(answer.body.data).toMatchObject({ credited: 0, needs_review: 1, duplicates: 0 });
    expect(await readFunds()).toBe(150);
    const one = await waiting();
    expect(one.note).toContain('Похоже на платёж, который уже загружен');
    expect(one).toMatchObject({ credited_on: expect.any(String), file: { name: 'kl_to_1c.txt' } });
    expect(one.look_alikes).toEqual([
      {
        id: expect.any(Number),
        state: 'credited',
        number: '42',
        date: '2026-09-15',
        credited_on: '2026-09-15',
        sum: 150,
        payer: { name: 'ООО "Перевозчик"', inn: company.inn, account: FOREIGN_ACCOUNT },
        purpose: 'Пополнение',
        company: { id: company.id, title: expect.any(String) },
        kind: 'statement',
        came_at: expect.any(String),
        file: { name: 'kl_to_1c.txt', loaded_at: expect.any(String) },
      },
    ]);
  });

  test('a payment without the payer’s account waits', async () => {
    await load(document({ number: '42' }));
    expect((await load(withoutAccount({ number: '042' }))).body.data).toMatchObject({ needs_review: 1 });
    expect(await readFunds()).toBe(150);
  });

  test.each<[string, Partial<DocumentInput>]>([
    ['another number', { number: '43' }],
    ['a number with another zero at its end', { number: '420' }],
    ['another sum', { number: '42', sum: '151.00' }],
  ])('a payment with %s is credited', async (_, input) => {
    await load(document({ number: '42' }));
    expect((await load(document(input))).body.data).toMatchObject({ credited: 1, needs_review: 0 });
  });

  test('a payment of another payer with the same number, day and sum is credited', async () => {
    await load(document({ number: '42' }));
    const other = await givenCompany(api);
    expect((await load(document({ number: '42', inn: other.inn }))).body.data).toMatchObject({ credited: 1 });
  });

  test('a look-alike with another number waits when the bank’s turnover has room for one', async () => {
    const account = '40702810800000000001';
    const at = { to: account, come: '11.09.2026' };
    await load(document({ ...at, number: '42' }));
    const total = givenBalance({ account, day: '11.09.2026', came: '150.00' });
    expect((await load(total, document({ ...at, number: '43' }))).body.data).toMatchObject({
      credited: 0,
      needs_review: 1,
    });
    expect((await waiting()).look_alikes).toMatchObject([{ number: '42', state: 'credited' }]);
    const larger = givenBalance({ account, day: '11.09.2026', came: '450.00' });
    const answer = await load(larger, document({ ...at, number: '44' }));
    expect(answer.body.data).toMatchObject({ credited: 1 });
  });
});

describe('two payments of one file', () => {
  test('two payments with two numbers are credited both', async () => {
    const answer = await load(document({ number: '7' }), document({ number: '8' }));
    expect(answer.body.data).toMatchObject({ credited: 2, needs_review: 0 });
  });

  test('two payments whose numbers differ by leading zeros: the second waits', async () => {
    const answer = await load(document({ number: '7' }), document({ number: '007' }));
    expect(answer.body.data).toMatchObject({ credited: 1, needs_review: 1 });
    expect((await waiting()).look_alikes).toMatchObject([{ number: '7', state: 'credited' }]);
  });

  test('two payments with one number are both credited when the bank’s turnover has both', async () => {
    const at = { number: '7', to: '40702810800000000001', come: '12.09.2026' };
    const total = givenBalance({ account: at.to, day: at.come, came: '300.00' });
    const answer = await load(total, document(at), document({ ...at, purpose: 'Второе пополнение' }));
    expect(answer.body.data).toMatchObject({ credited: 2, needs_review: 0 });
  });
});

describe('a person decides', () => {
  const say = (id: number, action: string, json: object): Promise<ApiResponse> =>
    api.post(`/staff/api/payments/${id}/${action}`, { token: staff.token, json });

  test('a user’s decision that payments are one moves no money and ends the case', async () => {
    await load(document({ number: '42' }));
    await load(document({ number: '042' }));
    const { id } = await waiting();
    const answer = await say(id, 'set-aside', { reason: 'Та же платёжка из другого файла' });
    expect(answer.body.data).toMatchObject({ state: 'duplicate', look_alikes: [{ number: '42' }] });
    expect(await readFunds()).toBe(150);
    expect((await waiting())?.id).not.toBe(id);
    expect((await say(id, 'set-aside', { reason: 'Ещё раз' })).status).toBe(409);
  });

  test('a user’s decision that a payment is another one credits it, also later', async () => {
    await load(document({ number: '42' }));
    await load(document({ number: '042' }));
    const { id } = await waiting();
    await say(id, 'set-aside', { reason: 'Показалось' });
    expect((await say(id, 'assign', { company_id: company.id })).body.data.state).toBe('assigned');
    expect(await readFunds()).toBe(300);
  });

  test('a payment without a look-alike, or both of a pair, can’t be set aside', async () => {
    const unrelated = { inn: '7707083893', number: '42', sum: '17.00' };
    await load(document(unrelated));
    const first = await waiting();
    expect((await say(first.id, 'set-aside', { reason: 'Повтор' })).status).toBe(409);
    await load(document({ ...unrelated, number: '042' }));
    const second = await waiting();
    expect((await say(first.id, 'set-aside', { reason: 'Повтор' })).status).toBe(200);
    const answer = await say(second.id, 'set-aside', { reason: 'Повтор' });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/тоже отмечен/);
  });

  test('a credited payment can’t be set aside, nor any without a reason or by a customer', async () => {
    await load(document({ number: '42' }));
    const [paid] = (await api.get('/staff/api/payments?state=credited', { token: staff.token })).body.data;
    expect((await say(paid.id, 'set-aside', { reason: 'Повтор' })).status).toBe(409);
    expect((await say(paid.id, 'set-aside', { reason: ' ' })).status).toBe(400);
    expect((await say(999_999_999, 'set-aside', { reason: 'Повтор' })).status).toBe(404);
    const json = { reason: 'Повтор' };
    const { token } = company.admin;
    expect((await api.post(`/staff/api/payments/${paid.id}/set-aside`, { token, json })).status).toBe(404);
  });
});
