import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenStaff,
  readUnallocated,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import {
  FOREIGN_ACCOUNT,
  givenBankFile,
  givenInvoice,
  OWN_ACCOUNT,
} from '../../../testing/givens/given-bank-file.ts';
import { parseBankFile } from '../bank/file/parse-bank-file.ts';
import { paymentOrderFile } from './payment-order.ts';

/** The BIC of the payer's bank. */
const PAYER_BIK = '044525974';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-15T09:05:07Z');
  company = await givenCompany(api);
});

afterAll(() => api.stop());

const ask = (id: number, of = company) =>
  api.get(`/api/invoices/${id}/payment-order`, { token: of.admin.token });

function read(bytes: Uint8Array) {
  const parsed = parseBankFile(bytes);
  if (!parsed.ok) throw new Error(parsed.errors.map(({ message }) => message).join('; '));
  const [document] = parsed.bankFile.documents;
  if (!document) throw new Error('no document');
  return { ...parsed.bankFile, document };
}

test('our own reader finds payer, payee, sum and purpose in an invoice’s payment order', async () => {
  const invoice = await givenInvoice(api, company, 1500);
  const answer = await ask(invoice.id);
  expect(answer.status).toBe(200);
  const { header, document } = read(answer.bytes);
  expect(header).toMatchObject({ version: '1.03', encoding: 'windows-1251', createdOn: '2026-09-15' });
  expect(document).toMatchObject({
    kind: 'Платежное поручение',
    date: '2026-09-15',
    sumKopecks: 150_000,
    payer: { inn: company.inn, account: null },
    payee: { account: OWN_ACCOUNT, inn: '7712345671', name: 'ООО «Магистраль»', bik: '044525225' },
    creditedOn: null,
  });
  expect(document.purpose).toContain(invoice.number);
  expect(document.purpose).toContain('НДС 22%');
});

test('the order, once a bank has carried it out, pays its invoice by itself', async () => {
  const invoice = await givenInvoice(api, company, 700);
  const before = await readUnallocated(api, company);
  const written = new TextDecoder('windows-1251').decode((await ask(invoice.id)).bytes);
  const carriedOut = written
    .replace('ДатаНачала', `РасчСчет=${OWN_ACCOUNT}\r\nДатаНачала`)
    .replace(
      'Номер=',
      `ПлательщикСчет=${FOREIGN_ACCOUNT}\r\nПлательщикБИК=${PAYER_BIK}\r\nДатаПоступило=15.09.2026\r\nНомер=`,
    );
  const loaded = await givenBankFile(api, await givenStaff(api), carriedOut.trim().split('\r\n'));
  expect(loaded.body.data).toMatchObject({ documents: 1, credited: 1 });
  expect(await readUnallocated(api, company)).toBe(before + 700);
  expect((await ask(invoice.id)).status).toBe(409);
});

test('the next order has the account and the BIC from which an earlier payment came', async () => {
  const { document, accounts } = read((await ask((await givenInvoice(api, company, 90)).id)).bytes);
  expect(document.payer).toMatchObject({ account: FOREIGN_ACCOUNT, bik: PAYER_BIK });
  expect(accounts).toEqual([FOREIGN_ACCOUNT]);
});

test('another company’s invoice is not found', async () => {
  const other = await givenCompany(api);
  expect((await ask((await givenInvoice(api, company, 55)).id, other)).status).toBe(404);
});

test('line breaks and foreign characters in a name end neither a line nor the file', () => {
  const file = paymentOrderFile({
    number: '7',
    datedOn: '2026-09-15',
    writtenAt: '12:00:00',
    sender: 'Магистраль',
    sumKopecks: 5,
    payer: { name: 'ООО «А\r\nКонецФайла\nСумма=1» 🚚', inn: '5047123455', kpp: null },
    payerAccount: null,
    payee: {
      name: 'ООО «Магистраль»',
      inn: '7712345671',
      kpp: '771201001',
      account: OWN_ACCOUNT,
      bik: '044525225',
      bank: 'ПАО СБЕРБАНК',
      corrAccount: '30101810400000000225',
    } as never,
    purpose: 'Оплата по счёту № М-000001',
  });
  const { document } = read(file);
  expect(document).toMatchObject({ sumKopecks: 5, payer: { name: 'ООО «А КонецФайла Сумма=1» ?' } });
});
