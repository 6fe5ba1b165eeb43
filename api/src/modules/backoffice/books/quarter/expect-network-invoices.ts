import { expect } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import type { TestApi } from '../../../../testing/api.ts';
import type { GivenPerson } from '../../../../testing/givens/factories.ts';
import {
  givenNetworkInvoice,
  REPORT_HEADER,
  reportRow,
} from '../../../../testing/givens/given-network-invoice.ts';
import { addUp, type PlainSale } from './plain-facts.ts';
import { PAYMENT_DAYS } from './play-bank.ts';
import { getLastDay, MONTHS, toKopecks, toRubles, type Quarter } from './stage.ts';

type Reported = Pick<PlainSale, 'card' | 'goods' | 'day' | 'sum' | 'centilitres' | 'sign'>;

interface Office {
  api: TestApi;
  staff: GivenPerson;
}

function writeReport(reported: readonly Reported[]): string[] {
  const lines = reported.map(({ card, goods, day, sum, centilitres, sign }) =>
    reportRow({
      card,
      goods,
      kind: sign === 1 ? 'Продажа' : 'Возврат',
      sum: toRubles(sign * sum),
      litres: toRubles(sign * centilitres),
      time: `${day.split('-').toReversed().join('.')} 12:00`,
    }),
  );
  return [REPORT_HEADER, ...lines];
}

const addUpReport = (reported: readonly Reported[]): number => addUp(reported, ({ sum, sign }) => sign * sum);

async function load({ api, staff }: Office, month: string, reported: readonly Reported[]) {
  const total = addUpReport(reported);
  const rate = month < '2026' ? 20 : 22;
  const { status, body } = await givenNetworkInvoice(api, staff, {
    lines: writeReport(reported),
    partnerId: PARTNER.gpn,
    number: month,
    date: getLastDay(month),
    from: `${month}-01`,
    to: getLastDay(month),
    sum: toRubles(total),
    vat: ((total * rate) / (100 + rate) / 100).toFixed(2),
  });
  expect(status).toBe(200);
  return body.data;
}

/** Газпромнефть bills each month. Two invoices equal our sales; the third has three differences, which are disputed first. */
export async function expectInvoices(office: Office, quarter: Quarter): Promise<void> {
  const { token } = office.staff;
  const post = (path: string, json: object) =>
    office.api.post(`/staff/api/network-invoices/${path}`, { token, json });
  const getSold = (month: string) =>
    quarter.sales.filter(({ partner, day }) => partner === PARTNER.gpn && day.startsWith(month));
  for (const month of MONTHS.slice(0, 2)) {
    const { id, undecided } = await load(office, month, getSold(month));
    expect([month, undecided]).toEqual([month, 0]);
    expect((await post(`${id}/accept`, {})).status).toBe(200);
  }
  const sold = getSold('2026-01');
  const [different, missing] = sold.filter(
    ({ card }) => sold.filter((sale) => sale.card === card).length === 1,
  ) as [PlainSale, PlainSale];
  const reported = sold
    .filter((sale) => sale !== missing)
    .map((sale) => (sale === different ? { ...sale, sum: sale.sum + 1_00 } : sale));
  reported.push({ ...different, day: '2026-01-25', sum: 777_00 });
  const { id, undecided } = await load(office, '2026-01', reported);
  expect(undecided).toBe(3);
  const decide = (which: object, decision: string) =>
    post(`${id}/decide`, { decision, ...which, note: 'Сверено с сетью' });
  const readInvoice = async (path = '') =>
    (await office.api.get(`/staff/api/network-invoices/${id}${path}`, { token })).body.data;
  // The simulated network lists no past days, so nothing can be requested of it.
  expect((await decide({ group: 'theirs' }, 'requested')).status).toBe(409);
  const groups = ['different', 'theirs', 'ours'];
  for (const group of groups) {
    expect((await post(`${id}/accept`, {})).status).toBe(409);
    expect([group, (await decide({ group }, 'disputed')).body.data]).toEqual([group, { decided: 1 }]);
  }
  expect(await readInvoice()).toMatchObject({ state: 'disputed', undecided: 0, disputed: 3 });
  for (const group of groups) {
    expect((await post(`${id}/accept`, {})).status).toBe(409);
    const lines = (await readInvoice(`/lines?group=${group}`)).map((line: { id: number }) => line.id);
    expect([group, (await decide({ lines }, 'accepted')).body.data]).toEqual([group, { decided: 1 }]);
  }
  expect((await post(`${id}/accept`, {})).body.data).toMatchObject({ state: 'accepted', disputed: 0 });
  await expectPayments(office, quarter, [...MONTHS.slice(0, 2).map(getSold), reported].map(addUpReport));
}

/** Payments of the bank's files are laid on the invoices, the oldest first. */
async function expectPayments({ api, staff }: Office, quarter: Quarter, sums: readonly number[]) {
  const { token } = staff;
  const { data, meta } = (await api.get(`/staff/api/network-invoices?partner_id=${PARTNER.gpn}`, { token }))
    .body;
  const paid = addUp(quarter.paid, ({ partner, sum }) => (partner === PARTNER.gpn ? sum : 0));
  let left = paid;
  let due = '';
  const plain = sums.map((sum, index) => {
    const part = Math.max(0, Math.min(sum, left));
    left -= part;
    const month = MONTHS[index] ?? '';
    if (part < sum) due ||= addDays(getLastDay(month), PAYMENT_DAYS);
    return [month, sum, part, part === sum ? 'paid' : 'accepted'];
  });
  interface Listed {
    number: string;
    sum: number;
    paid: number;
    state: string;
  }
  const found = data.map((invoice: Listed) => [
    invoice.number,
    toKopecks(invoice.sum),
    toKopecks(invoice.paid),
    invoice.state,
  ]);
  expect(found).toEqual(plain.toReversed());
  const billed = addUp(sums, (sum) => sum);
  const network = meta.networks.find((known: { partner_id: number }) => known.partner_id === PARTNER.gpn);
  expect([network.invoiced, network.paid, network.owed].map(toKopecks)).toEqual([
    billed,
    paid,
    billed - paid,
  ]);
  expect(network.due).toBe(due);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
