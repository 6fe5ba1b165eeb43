import { z } from 'zod';
import { moscowDay } from '../../lib/money-format.ts';
import { askBank, type BankAccess } from './ask-bank.ts';
import { BankApiUnavailable, type BankApi, type BankMovement, type BankSide } from './bank-api.ts';
import { bankMoment, bankRubles, bankText, removeDuplicates, orderDay, pageSchema } from './bank-values.ts';
import { limitReading, type ReadingLimits } from './limit-reading.ts';

const transfer = z
  .object({
    payerAccount: bankText,
    payerInn: bankText,
    payerKpp: bankText,
    payerName: bankText,
    payerBankBic: bankText,
    payerBankName: bankText,
    payeeAccount: bankText,
    payeeInn: bankText,
    payeeKpp: bankText,
    payeeName: bankText,
    payeeBankBic: bankText,
    payeeBankName: bankText,
  })
  .partial()
  .nullish();

const transaction = z.object({
  operationId: bankText,
  uuid: bankText,
  number: bankText,
  documentDate: bankText,
  operationDate: bankMoment,
  direction: z.enum(['CREDIT', 'DEBIT']),
  amountRub: z.object({ amount: bankRubles }).nullish(),
  amount: z.object({ amount: bankRubles }).nullish(),
  paymentPurpose: bankText,
  rurTransfer: transfer,
});
const links = z.array(z.object({ rel: z.string(), href: z.string().optional() })).nullish();
/** Size of a page, as the bank documents it. A few more rows are no reason to refuse it. */
const PER_PAGE = 100;
const MAX_ROWS = 10 * PER_PAGE;
const MAX_CHANGES = 20_000;
const page = z.object({ transactions: pageSchema(transaction, MAX_ROWS), _links: links });
/** The bank may leave the list out when nothing has changed. */
const increment = z.object({ transactions: pageSchema(transaction, MAX_CHANGES).nullish() });

const DAY_MS = 86_400_000;

/**
 * Calls Sber API: `GET {url}/v2/statement/transactions` by page, for a day of UTC (docs/facts.md 30). A Moscow day lies
 * in two of them, and movements executed meanwhile shift the pages. A row that is shown twice counts once. A missed row
 * is found by the next reading, since each reads its days whole. `GET {url}/v2/statement/increment` returns what has
 * changed within the running operational day since a moment of UTC; it refuses both periods in one request.
 */
export function sberApi(access: BankAccess & ReadingLimits): BankApi {
  return {
    provider: 'sber',
    async readDay(account, day) {
      const dayBefore = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
      const found = [
        ...(await readUtcDay(access, account, dayBefore)),
        ...(await readUtcDay(access, account, day)),
      ];
      return removeDuplicates(found).filter(({ bookedAt }) => moscowDay(bookedAt) === day);
    },
    async readSince(account, since) {
      const lastModifyDate = since.toISOString().replace('Z', '');
      const query = new URLSearchParams({ accountNumber: account, lastModifyDate });
      const read = increment.safeParse(await askBank(access, `/v2/statement/increment?${query}`));
      if (!read.success) throw new BankApiUnavailable('the bank: changes without sense');
      return removeDuplicates((read.data.transactions ?? []).map((item) => toMovement(item, account)));
    },
  };
}

async function readUtcDay(
  access: BankAccess & ReadingLimits,
  account: string,
  day: string,
): Promise<BankMovement[]> {
  const found: BankMovement[] = [];
  const count = limitReading(access);
  for (let number = 1; ; number++) {
    const query = new URLSearchParams({ accountNumber: account, statementDate: day, page: String(number) });
    const read = page.safeParse(await askBank(access, `/v2/statement/transactions?${query}`));
    if (!read.success) throw new BankApiUnavailable('the bank: a statement without sense');
    const { transactions, _links } = read.data;
    count(transactions.length);
    found.push(...transactions.map((item) => toMovement(item, account)));
    const goesOn = transactions.length >= PER_PAGE || _links?.some(({ rel }) => rel === 'next');
    if (transactions.length === 0 || !goesOn) return found;
  }
}

function toMovement(input: z.output<typeof transaction>, account: string): BankMovement {
  const sum = input.amountRub?.amount ?? input.amount?.amount;
  if (sum === undefined) throw new BankApiUnavailable('the bank: a movement without its sum');
  const payer = toBankSide(input, 'payer');
  const payee = toBankSide(input, 'payee');
  const isIncoming = input.direction === 'CREDIT';
  return {
    operationId: input.operationId ?? input.uuid ?? JSON.stringify(input),
    number: input.number ?? '',
    datedOn: orderDay(input.documentDate, input.operationDate),
    sum,
    bookedAt: input.operationDate,
    // An order of the bank itself names no side: ours is known all the same.
    payer: isIncoming ? payer : { ...payer, account: payer.account ?? account },
    payee: isIncoming ? { ...payee, account: payee.account ?? account } : payee,
    purpose: input.paymentPurpose ?? '',
  };
}

function toBankSide({ rurTransfer }: z.output<typeof transaction>, role: 'payer' | 'payee'): BankSide {
  const at = (name: 'Account' | 'Inn' | 'Kpp' | 'Name' | 'BankBic' | 'BankName') =>
    rurTransfer?.[`${role}${name}`] ?? null;
  return {
    account: at('Account'),
    inn: at('Inn'),
    kpp: at('Kpp'),
    name: at('Name'),
    bik: at('BankBic'),
    bank: at('BankName'),
  };
}
