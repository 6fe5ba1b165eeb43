import { expect } from 'vitest';
import { advanceReturnCalls } from '../../../../testing/givens/given-advance-return.ts';
import {
  bankFileDocument,
  givenBalance,
  givenBankFile,
  makeStatement,
  outgoingDocument,
} from '../../../../testing/givens/given-bank-file.ts';
import { freeInn } from '../../../../testing/givens/given-order.ts';
import { getToday, NETWORKS, send, toRubles, type PlayedClient, type Stage } from './stage.ts';

export const PAYMENT_DAYS = 10;
const INNS = new Map<number, string>();

/** Enters the INN by which the bank's files name each network. */
export async function nameSuppliers(stage: Stage): Promise<void> {
  for (const partnerId of NETWORKS) {
    const inn = freeInn();
    INNS.set(partnerId, inn);
    await send(stage, 'put', `/staff/api/partners/${partnerId}/supplier`, {
      inn,
      payment_days: PAYMENT_DAYS,
    });
  }
}

interface BankDay {
  /** Kopecks that clients pay. */
  payments?: readonly { from: PlayedClient; sum: number }[];
  returnTo?: PlayedClient | undefined;
  /** Kopecks for each network. */
  toNetworks?: readonly number[];
}

/** Loads the bank's file of a day, which has the bank's own balances. */
export async function loadBankFile(stage: Stage, bankDay: BankDay): Promise<void> {
  const { api, staff, random, quarter } = stage;
  const { payments = [], returnTo, toNetworks = [] } = bankDay;
  const day = getToday(stage);
  const date = day.split('-').toReversed().join('.');
  const dated = (lines: string[]) => lines.map((line) => line.replace(/^Дата=.*/, `Дата=${date}`));
  const opening = quarter.bank;
  let [came, went] = [0, 0];
  const documents: string[][] = [];
  for (const { from, sum } of payments) {
    const { inn } = from.company;
    came += sum;
    quarter.money.push({ clientId: from.id, day, sum });
    const purpose = `Пополнение ${inn} за ${day.slice(0, 7)}`;
    documents.push(dated(bankFileDocument({ inn, sum: toRubles(sum), come: date, purpose })));
  }
  if (returnTo) {
    const sum = random.whole(100_00, 900_00);
    const { inn } = returnTo.company;
    went += sum;
    quarter.money.push({ clientId: returnTo.id, day, sum: -sum });
    const purpose = `Возврат аванса ${inn}`;
    documents.push(dated(outgoingDocument({ inn, sum: toRubles(sum), taken: date, purpose })));
  }
  for (const [index, sum] of toNetworks.entries()) {
    const partner = NETWORKS[index] as number;
    went += sum;
    quarter.paid.push({ partner, day, sum });
    const inn = INNS.get(partner) ?? '';
    const purpose = `Оплата топлива за ${day}`;
    documents.push(dated(outgoingDocument({ inn, sum: toRubles(sum), taken: date, purpose })));
  }
  const sums = { opening: toRubles(opening), came: toRubles(came), went: toRubles(went) };
  const statement = makeStatement(givenBalance({ day: date, ...sums }), ...documents);
  expect((await givenBankFile(api, staff, statement)).status).toBe(200);
  quarter.bank += came - went;
  if (!returnTo) return;
  const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
  expect((await advanceReturnCalls(api, staff).book(data[0].id)).status).toBe(200);
}
