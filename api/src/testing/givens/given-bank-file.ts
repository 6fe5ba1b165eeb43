import { bankFileBytes } from '../../modules/money/bank/file/example-bank-file.ts';
import type { ApiResponse, TestApi } from '../api.ts';
import type { GivenCompany, GivenPerson } from './factories.ts';

/** The programme's own accounts, as in operator.json, and an account of another owner. */
export const OWN_ACCOUNT = '40702810200000000001';
export const OTHER_OWN_ACCOUNT = '40702810800000000001';
export const FOREIGN_ACCOUNT = '40702810500000000001';

let serial = 0;

export interface DocumentInput {
  /** The payer's. */
  inn: string;
  number?: string;
  sum?: string;
  purpose?: string;
  from?: string;
  to?: string;
  /** Empty means not executed. */
  come?: string;
}

/** A document of 150 rubles as a bank writes it, line by line; each gets a new number unless one is given. */
export function bankFileDocument(input: DocumentInput): string[] {
  serial += 1;
  return [
    'СекцияДокумент=Платежное поручение',
    `Номер=${input.number ?? serial}`,
    'Дата=15.09.2026',
    `Сумма=${input.sum ?? '150.00'}`,
    `ПлательщикСчет=${input.from ?? FOREIGN_ACCOUNT}`,
    `ПлательщикИНН=${input.inn}`,
    'Плательщик1=ООО "Перевозчик"',
    `ПолучательСчет=${input.to ?? OWN_ACCOUNT}`,
    `ДатаПоступило=${input.come ?? '15.09.2026'}`,
    'ПолучательИНН=7712345671',
    `НазначениеПлатежа=${input.purpose ?? 'Пополнение'}`,
    'КонецДокумента',
  ];
}

/** Returns a payment order of 150 rubles from the programme's account to a payee, as a bank writes it, line by line. */
export function outgoingDocument(input: {
  /** The payee's. */
  inn: string;
  number?: string;
  sum?: string;
  purpose?: string;
  from?: string;
  to?: string;
  /** Empty means not executed. */
  taken?: string;
}): string[] {
  serial += 1;
  return [
    'СекцияДокумент=Платежное поручение',
    `Номер=${input.number ?? serial}`,
    'Дата=15.09.2026',
    `Сумма=${input.sum ?? '150.00'}`,
    `ПлательщикСчет=${input.from ?? OWN_ACCOUNT}`,
    `ДатаСписано=${input.taken ?? '15.09.2026'}`,
    'ПлательщикИНН=7712345671',
    `ПолучательСчет=${input.to ?? FOREIGN_ACCOUNT}`,
    `ПолучательИНН=${input.inn}`,
    'Получатель1=ООО "Перевозчик"',
    `НазначениеПлатежа=${input.purpose ?? 'Возврат аванса по договору'}`,
    'КонецДокумента',
  ];
}

/** The bank's own figures of an account, line by line: they add up. Days as a bank writes them. */
export function givenBalance(input: {
  account?: string;
  day: string;
  to?: string;
  opening?: string;
  came?: string;
  went?: string;
}): string[] {
  const { account = OWN_ACCOUNT, day, to = day, opening = '0.00', came = '0.00', went = '0.00' } = input;
  return [
    'СекцияРасчСчет',
    `ДатаНачала=${day}`,
    `ДатаКонца=${to}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${opening}`,
    `ВсегоПоступило=${came}`,
    `ВсегоСписано=${went}`,
    `КонечныйОстаток=${(Number(opening) + Number(came) - Number(went)).toFixed(2)}`,
    'КонецРасчСчет',
  ];
}

/** A whole statement of the programme's first account, line by line. */
export function makeStatement(...documents: readonly string[][]): string[] {
  const header = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `РасчСчет=${OWN_ACCOUNT}`,
  ];
  return [...header, ...documents.flat(), 'КонецФайла'];
}

/** Loads a statement as the staff's screen does. */
export function givenBankFile(
  api: TestApi,
  staff: GivenPerson,
  statement: readonly string[] | Uint8Array,
  { field = 'file', key }: { field?: string; key?: string | undefined } = {},
): Promise<ApiResponse> {
  const bytes = statement instanceof Uint8Array ? statement : bankFileBytes(statement);
  const multipart = new FormData();
  multipart.append(field, new Blob([new Uint8Array(bytes)]), 'kl_to_1c.txt');
  return api.post('/staff/api/bank-statements', {
    token: staff.token,
    multipart,
    ...(key ? { key } : {}),
  });
}

/** Issues an invoice as the screen does. */
export async function givenInvoice(
  api: TestApi,
  company: GivenCompany,
  sum: number,
): Promise<{ id: number; number: string }> {
  const { token } = company.admin;
  await api.get(`/api/client/bill?sum=${sum}`, { token });
  return (await api.get('/api/invoices', { token })).body.data[0];
}
