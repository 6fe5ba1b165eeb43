import type { TestApi } from '../api.ts';
import { closeMonth, OVERRIDE_ALL } from './close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from './factories.ts';
import { advanceReturnCalls, givenAdvanceReturn } from './given-advance-return.ts';
import { bankFileDocument, givenBankFile, makeStatement, outgoingDocument } from './given-bank-file.ts';
import { givenNetworkInvoice, REPORT_HEADER, reportRow } from './given-network-invoice.ts';
import { givenSales } from './given-sales.ts';
import { givenTariff } from './given-tariff.ts';

const NETWORK_INN = '5047123455';

/**
 * Two clients and what an accountant books: December 2025 at 20 % and January 2026 at 22 %, and a closed September 2026
 * with a tariff, a refund, payments in both directions (one of no client), and an accepted invoice of a network.
 */
export async function givenBookedYear(
  api: TestApi,
): Promise<{ staff: GivenPerson; first: GivenCompany; second: GivenCompany }> {
  api.clock.setTo('2025-11-30T09:00:00Z');
  const staff = await givenStaff(api);
  const first = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const second = await givenCompany(api);
  const card = await givenCard(api, first.id, { balanceKopecks: 500_000_00 });
  const other = await givenCard(api, second.id, { partnerId: 1, balanceKopecks: 100_000_00 });
  await sellInMonth(api, staff, card, { month: '2025-12', sum: 1_200_00 });
  await sellInMonth(api, staff, card, { month: '2026-01', sum: 1_220_00 });
  api.clock.setTo('2026-09-15T09:00:00Z');
  await givenTariff(api, staff, { company_id: first.id, rate: 2, fee: 0.5 });
  await givenSales(api, card, [
    { sum: 6_543_21, at: '2026-09-15T10:00:00+03:00', litres: 100.01, goods: 'ДТ «Зима» & <евро>' },
    { sum: 1_000_01, at: '2026-09-15T10:30:00+03:00', litres: 15, goods: 'АИ-95' },
    { sum: 333_33, at: '2026-09-15T11:00:00+03:00', litres: 5, goods: 'АИ-95', refund: true },
  ]);
  await givenSales(api, other, [{ sum: 12_200_00, at: '2026-09-15T10:00:00+03:00', litres: 200 }]);
  const supplier = { token: staff.token, json: { inn: NETWORK_INN, payment_days: 10 } };
  await api.put('/staff/api/partners/2/supplier', supplier);
  const returned = await givenAdvanceReturn(api, staff, first, { sum: '150.50' });
  await advanceReturnCalls(api, staff).book(returned);
  const statement = makeStatement(
    bankFileDocument({ inn: second.inn, sum: '7000.00' }),
    bankFileDocument({ inn: '7707083893', sum: '300.00', purpose: 'Оплата по договору' }),
    outgoingDocument({ inn: NETWORK_INN, sum: '4000.00' }),
  );
  await givenBankFile(api, staff, statement);
  await acceptInvoice(api, staff, card);
  await close(api, staff, '2026-09');
  return { staff, first, second };
}

async function sellInMonth(
  api: TestApi,
  staff: GivenPerson,
  card: GivenCard,
  { month, sum }: { month: string; sum: number },
): Promise<void> {
  api.clock.setTo(`${month}-10T09:00:00Z`);
  await givenSales(api, card, [{ sum, at: `${month}-10T10:00:00+03:00`, litres: 20 }]);
  await close(api, staff, month);
}

async function close(api: TestApi, staff: GivenPerson, month: string): Promise<void> {
  const { status, body } = await closeMonth(api, staff, month, OVERRIDE_ALL);
  if (status !== 200) throw new Error(`${month} was not closed: ${JSON.stringify(body)}`);
}

/** An invoice of 6 000 ₽ whose report has 100 litres for 5 000 ₽: the rest is billed beside fuel. Another one waits. */
async function acceptInvoice(api: TestApi, staff: GivenPerson, card: GivenCard): Promise<void> {
  const row = reportRow({ card: card.number, time: '10.09.2026 10:15', sum: '5000', price: '50' });
  const lines = [REPORT_HEADER, row];
  const loaded = await givenNetworkInvoice(api, staff, {
    lines,
    sum: '6000',
    vat: '1081.97',
    number: 'С-77',
  });
  await givenNetworkInvoice(api, staff, { lines, sum: '900', vat: '0', number: 'ещё не принят' });
  const path = `/staff/api/network-invoices/${loaded.body.data.id}`;
  for (const group of ['theirs', 'ours']) {
    const json = { decision: 'accepted', group, note: 'да' };
    await api.post(`${path}/decide`, { token: staff.token, json });
  }
  const { status } = await api.post(`${path}/accept`, { token: staff.token, json: {} });
  if (status !== 200) throw new Error(`the invoice was not accepted: ${status}`);
}
