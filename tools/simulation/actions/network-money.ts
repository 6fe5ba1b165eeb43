import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { bankFileBytes } from '../../../api/src/modules/money/bank/file/example-bank-file.ts';
import { makeStatement, outgoingDocument } from '../../../api/src/testing/givens/given-bank-file.ts';
import { REPORT_HEADER, reportRow } from '../../../api/src/testing/givens/given-network-invoice.ts';
import { changeAsStaff, newKey, retryUntilAnswered } from '../ask.ts';
import { countCentilitres, includedVat, SUPPLIERS } from '../purchase-terms.ts';
import { moscowDay } from '../../../api/src/lib/money-format.ts';
import { findLastDay, signed, total, type Sale } from '../truth.ts';
import { Failure, type World } from '../world.ts';

const FORMAT_TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** The programme pays a network; the bank's file of the day says so. */
export async function payNetwork(world: World, partnerId: FirstPartnerId, sum: number): Promise<void> {
  const { truth } = world;
  const day = moscowDay(world.outside.clock.now()).split('-').toReversed().join('.');
  const document = outgoingDocument({
    inn: SUPPLIERS[partnerId].inn,
    number: String((truth.networkPayments += 1)),
    sum: (sum / 100).toFixed(2),
    taken: day,
    purpose: 'Оплата топлива',
  }).map((line) => line.replace(/^Дата=.*/, `Дата=${day}`));
  await retryUntilAnswered(world, 'POST', '/staff/api/bank-statements', {
    token: world.staff.token,
    key: newKey(world),
    file: { field: 'file', bytes: bankFileBytes(makeStatement(document)), name: 'kl_to_1c.txt' },
  });
  truth.paidToNetworks[partnerId] += sum;
  world.count('network paid');
}

/** Each network bills the month by all that it has sold. Sales that it has not reported yet are its only differences. */
export async function acceptInvoices(world: World, month: string): Promise<void> {
  for (const partnerId of PARTNER_IDS) await acceptInvoice(world, partnerId, month);
  const { meta } = await retryUntilAnswered(world, 'GET', '/staff/api/network-invoices', {
    token: world.staff.token,
  }).then(({ body }) => body);
  for (const partnerId of PARTNER_IDS) {
    const [invoiced, paid] = [world.truth.invoiced[partnerId], world.truth.paidToNetworks[partnerId]];
    const must = [invoiced, paid, Math.max(0, invoiced - paid), Math.max(0, paid - invoiced)];
    const supplier = meta.networks.find((known: { partner_id: number }) => known.partner_id === partnerId);
    const shown = ['invoiced', 'paid', 'owed', 'advance'].map((name) => Math.round(supplier[name] * 100));
    if (String(shown) !== String(must))
      throw new Failure(
        `network ${partnerId}: [invoiced, paid, owed, advance] are ${shown}, must be ${must}`,
      );
  }
}

async function acceptInvoice(world: World, partnerId: FirstPartnerId, month: string): Promise<void> {
  const { truth, outside, staff } = world;
  const now = outside.clock.now();
  const billed = truth.sales.filter(
    ({ card, soldAt }) => card.partnerId === partnerId && moscowDay(soldAt).startsWith(month),
  );
  const sum = total(billed.map(signed));
  if (sum <= 0) return;
  const lastDay = findLastDay(month);
  const { data } = await retryUntilAnswered(world, 'POST', '/staff/api/network-invoices', {
    token: staff.token,
    key: newKey(world),
    form: {
      partner_id: partnerId,
      number: month,
      date: lastDay,
      from: `${month}-01`,
      to: lastDay,
      sum: (sum / 100).toFixed(2),
      vat: (includedVat(sum) / 100).toFixed(2),
    },
    file: {
      field: 'file',
      bytes: Buffer.from([REPORT_HEADER, ...billed.map(writeLine)].join('\r\n')),
      name: 'o.csv',
    },
  });
  const unknown = billed.filter(({ reportedAt }) => reportedAt > now).length;
  if (data.undecided !== unknown)
    throw new Failure(
      `the invoice of network ${partnerId} differs in ${data.undecided} lines, must in ${unknown}`,
    );
  const path = `/staff/api/network-invoices/${data.id}`;
  if (unknown > 0) {
    await changeAsStaff(world, 'POST', `${path}/decide`, {
      group: 'theirs',
      decision: 'accepted',
      note: 'Сверено',
    });
    world.count('invoice with differences');
  }
  await changeAsStaff(world, 'POST', `${path}/accept`, {});
  truth.invoiced[partnerId] += sum;
  world.count('network invoice accepted');
}

function writeLine(sale: Sale): string {
  const sign = sale.refundedSale ? -1 : 1;
  return reportRow({
    card: sale.card.number,
    time: FORMAT_TIME.format(sale.soldAt).replace(',', ''),
    kind: sale.refundedSale ? 'Возврат' : 'Продажа',
    litres: ((sign * countCentilitres(sale.sum)) / 100).toFixed(2),
    price: '65,00',
    sum: ((sign * sale.sum) / 100).toFixed(2),
  });
}
