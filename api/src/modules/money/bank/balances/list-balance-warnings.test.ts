import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatDateShort } from '../../../../lib/money-format.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../../testing/api.ts';
import { askOwner } from '../../../../testing/ask-owner.ts';
import {
  givenCompany,
  givenStaff,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import {
  givenBalance,
  givenBankFile,
  OTHER_OWN_ACCOUNT,
  OWN_ACCOUNT,
  outgoingDocument,
  bankFileDocument,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { reconcile } from '../../../backoffice/reconciliation/reconcile.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

/** Each test starts with an account without any figures of the bank. */
beforeEach(async () => {
  company = await givenCompany(api);
  await askOwner(api, 'set session_replication_role = replica; delete from statement_balance');
  await askOwner(api, 'set session_replication_role = replica; delete from statement_line');
  await askOwner(api, 'update bank_payment set own_account = null');
});

const load = (...sections: string[][]): Promise<ApiResponse> =>
  givenBankFile(api, staff, makeStatement(...sections));

/** Returns the warnings that the call shows to the user who loads the file, with ordinary spaces. */
async function readWarnings(...sections: string[][]): Promise<string[]> {
  const { body, status } = await load(...sections);
  expect(status).toBe(200);
  return body.data.warnings.map((warning: string) => warning.replaceAll('\u00a0', ' '));
}

const paid = (come: string, sum: string): string[] => bankFileDocument({ inn: company.inn, sum, come });

async function nightly() {
  const report = await reconcile(api.ctx, 'command');
  return (report?.found ?? []).filter(({ kind }) => kind.startsWith('bank-'));
}

async function balances() {
  return (await api.get('/staff/api/bank-balances', { token: staff.token })).body;
}

/** Three days as the bank states them: 100 in, then 50 in and 30 out, then 10 in. */
const MONDAY = () => [givenBalance({ day: '14.09.2026', came: '100' }), paid('14.09.2026', '100')];
const TUESDAY = () => [
  givenBalance({ day: '15.09.2026', opening: '100', came: '50', went: '30' }),
  paid('15.09.2026', '50'),
  outgoingDocument({ inn: '7736050003', sum: '30', taken: '15.09.2026' }),
];
const WEDNESDAY = () => [
  givenBalance({ day: '16.09.2026', opening: '120', came: '10' }),
  paid('16.09.2026', '10'),
];

describe('balances that agree with the bank', () => {
  test('figures that agree with their documents give no warning, and are listed', async () => {
    expect(await readWarnings(...MONDAY())).toEqual([]);
    expect(await readWarnings(...TUESDAY())).toEqual([]);
    expect(await nightly()).toEqual([]);
    const { data, meta } = await balances();
    expect(meta).toEqual({ findings: [] });
    expect(data[0]).toEqual({
      id: expect.any(Number),
      account: OWN_ACCOUNT,
      date_from: '2026-09-15',
      date_to: '2026-09-15',
      opening: 100,
      credited: 50,
      debited: 30,
      closing: 120,
      known: { to_clients: 50, waiting: 0, own: 0, debited: 30 },
      expected_closing: 120,
      file: { name: 'kl_to_1c.txt', loaded_at: expect.any(String) },
    });
  });

  test('waiting payments, own transfers and a document of two files count once', async () => {
    // A day that is not over: what comes later completes it, and corrects nothing.
    const today = formatDateShort(api.clock.now());
    const own = bankFileDocument({
      inn: '7712345671',
      sum: '7',
      from: OTHER_OWN_ACCOUNT,
      come: today,
    }).flatMap((line) => (line.startsWith('ДатаПоступило') ? [`ДатаСписано=${today}`, line] : [line]));
    const fromUnknown = bankFileDocument({ inn: '7707083893', sum: '5', come: today });
    const fee = outgoingDocument({ inn: '7736050003', sum: '2', taken: today });
    const morning = givenBalance({ day: today, came: '5', went: '2' });
    expect(await readWarnings(morning, fromUnknown, fee)).toEqual([]);
    const evening = givenBalance({ day: today, came: '12', went: '2' });
    const other = givenBalance({ account: OTHER_OWN_ACCOUNT, day: today, opening: '9', went: '7' });
    expect(await readWarnings(evening, other, fromUnknown, fee, own, own)).toEqual([]);
    expect(await nightly()).toEqual([]);
    expect((await balances()).data).toMatchObject([
      { account: OWN_ACCOUNT, credited: 12, known: { to_clients: 0, waiting: 5, own: 7, debited: 2 } },
      { account: OTHER_OWN_ACCOUNT, debited: 7, known: { debited: 7 } },
    ]);
  });

  test('warnings of the same file twice are stored once', async () => {
    const file = MONDAY();
    await load(...file);
    expect(await readWarnings(...file)).toEqual([]);
    expect((await balances()).data).toHaveLength(1);
    expect(await askOwner(api, 'select id from statement_balance')).toHaveLength(1);
  });
});

describe('warnings that the uploader gets are in the list and in the nightly check', () => {
  test('a missing day, until its file is loaded', async () => {
    await load(...MONDAY());
    const input = ['Счёт 40702810200000000001: за 15.09.2026 выписки нет, остаток изменился'];
    expect(await readWarnings(...WEDNESDAY())).toEqual([expect.stringContaining(input[0] as string)]);
    expect((await balances()).meta.findings).toMatchObject([
      { kind: 'bank-balance-not-our-documents' },
      { kind: 'bank-days-missing', harmless: false },
    ]);
    expect(await nightly()).toMatchObject([
      {
        kind: 'bank-days-missing',
        details: { dayFrom: '2026-09-15', dayTo: '2026-09-15', differenceKopecks: 20_00 },
      },
    ]);
    expect(await readWarnings(...TUESDAY())).toEqual([]);
    expect(await nightly()).toEqual([]);
    expect((await balances()).meta.findings).toEqual([]);
  });

  test('missing days with consistent balances are reported, not as a nightly difference', async () => {
    await load(...MONDAY());
    const thursday = givenBalance({ day: '17.09.2026', opening: '100', came: '0' });
    expect(await readWarnings(thursday)).toEqual([
      'Счёт 40702810200000000001: за 15.09.2026–16.09.2026 выписки нет, остатки до и после сходятся',
    ]);
    expect(await nightly()).toEqual([]);
  });

  test('a day that begins otherwise than the day before has ended', async () => {
    await load(...MONDAY());
    const tuesday = givenBalance({ day: '15.09.2026', opening: '90' });
    expect(await readWarnings(tuesday)).toEqual([
      'Счёт 40702810200000000001, начало дня 15.09.2026: остаток 90,00 ₽, а предыдущая выписка закончилась на 100,00 ₽, разница 10,00 ₽',
    ]);
    expect((await nightly())[0]).toMatchObject({
      kind: 'bank-balance-gap',
      details: { dayFrom: '2026-09-15', beforeKopecks: 100_00, afterKopecks: 90_00 },
    });
  });

  test('turnovers other than their documents’ give warnings, in and out', async () => {
    const section = givenBalance({ day: '14.09.2026', opening: '50', came: '300', went: '20' });
    expect(await readWarnings(section, paid('14.09.2026', '100'))).toEqual([
      'Счёт 40702810200000000001, 14.09.2026: по данным банка поступило 300,00 ₽, а документов о поступлении у нас на 100,00 ₽, разница 200,00 ₽',
      'Счёт 40702810200000000001, 14.09.2026: по данным банка списано 20,00 ₽, а документов о списании у нас на 0,00 ₽, разница 20,00 ₽',
    ]);
    expect((await nightly()).map(({ kind, details }) => [kind, details.differenceKopecks])).toEqual([
      ['bank-incoming-not-its-documents', 200_00],
      ['bank-outgoing-not-its-documents', 20_00],
    ]);
  });

  test('a payment that is in the books twice, until a person says that it is one', async () => {
    const number = '42';
    const input = { inn: company.inn, number, sum: '100', come: '14.09.2026' };
    await load(givenBalance({ day: '14.09.2026', came: '100' }), bankFileDocument(input));
    expect(await readWarnings(bankFileDocument({ ...input, number: '042' }))).toEqual([]);
    expect(await nightly()).toMatchObject([
      { kind: 'bank-incoming-not-its-documents', details: { differenceKopecks: -100_00 } },
    ]);
    const [waiting] = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body.data;
    const json = { reason: 'Та же платёжка' };
    await api.post(`/staff/api/payments/${waiting.id}/set-aside`, { token: staff.token, json });
    expect(await nightly()).toEqual([]);
    expect(await readUnallocated(api, company)).toBe(100);
  });

  test('a corrected file of the same days takes effect, the previous figures stay stored', async () => {
    await load(...MONDAY());
    api.clock.advanceSeconds(3 * 86_400);
    const corrected = givenBalance({ day: '14.09.2026', came: '120' });
    const warnings = await readWarnings(corrected, paid('14.09.2026', '20'));
    expect(warnings).toEqual([
      expect.stringContaining('банк изменил свои цифры. Остаток на конец был 100,00 ₽, стал 120,00 ₽'),
    ]);
    expect((await balances()).data).toMatchObject([{ closing: 120 }]);
    expect(await askOwner(api, 'select id from statement_balance')).toHaveLength(2);
  });

  test('figures without days or balances are not compared', async () => {
    const days = givenBalance({ day: '14.09.2026' }).filter((line) => !line.startsWith('Дата'));
    expect(await readWarnings(days)).toEqual([
      'По счёту 40702810200000000001 банк не указал дни или остатки: сверить документы с банком не с чем',
    ]);
  });

  test('money that the ledger has moved otherwise than the bank', async () => {
    await load(...MONDAY());
    await askOwner(
      api,
      `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
        subject_kind, subject_id, posted_at)
       select company_id, request_id || ':spoilt', kind, from_account_id, to_account_id, 1, subject_kind, subject_id, posted_at
       from ledger_transfer where company_id = ${company.id} and kind = 'invoice-paid'`,
    );
    expect((await nightly())[0]).toMatchObject({
      kind: 'bank-incoming-not-its-documents',
      details: { bankKopecks: 100_00, documentsKopecks: 100_01 },
    });
  });
});

test('the list of the bank’s balances does not exist for a customer', async () => {
  const answer = await api.get('/staff/api/bank-balances', { token: company.admin.token });
  expect(answer.status).toBe(404);
});

test('staff read a finding of the bank in Russian', async () => {
  await load(...MONDAY());
  await load(givenBalance({ day: '15.09.2026', opening: '90' }));
  const { body } = await api.post('/staff/api/reconciliations', { token: staff.token });
  const gap = body.data.differences.find(
    (difference: { kind: string }) => difference.kind === 'bank-balance-gap',
  );
  expect(gap.title).toBe('День начинается не с того остатка банка, которым закончился предыдущий');
  expect(gap.details).toEqual([
    { title: 'Расчётный счёт', value: OWN_ACCOUNT },
    { title: 'С', value: '15.09.2026' },
    { title: 'По', value: '15.09.2026' },
    { title: 'Остаток до', value: '100,00\u00a0₽' },
    { title: 'Остаток после', value: '90,00\u00a0₽' },
    { title: 'Разница', value: '−10,00\u00a0₽' },
  ]);
});
