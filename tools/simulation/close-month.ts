import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { CLOSING_KINDS } from '#contract/papers/closing.ts';
import { acceptInvoices } from './actions/network-money.ts';
import { closeAdvances, issueAdvances } from './advances.ts';
import { changeAsStaff, retryUntilAnswered } from './ask.ts';
import { doDueJobs, doLoop } from './queue.ts';
import { includedVat } from './purchase-terms.ts';
import { checkBundle } from './checks/check-bundle.ts';
import { checkTaxBooks } from './checks/check-tax-books.ts';
import { cardFees, sumPrices } from './tariffs.ts';
import { findLastDay, signed, total, type Company, type Sale } from './truth.ts';
import { Failure, type World } from './world.ts';

/** On the first morning of a month staff close the previous one. What is still open goes into the next set. */
export async function closeMonthIfOver(world: World): Promise<void> {
  const now = world.outside.clock.now();
  if (now.getUTCDate() !== 1) return;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  for (let loop = 0; loop < world.portal.loops.length; loop += 1) await doLoop(world, loop);
  const json = { date: month, despite: CLOSING_KINDS, reason: 'Остальное войдёт в следующий комплект' };
  closeAdvances(world, findLastDay(month));
  await changeAsStaff(world, 'POST', '/staff/api/documents/close-month', json);
  await doDueJobs(world, () => 0);
  // The closing has numbered the last advances of the month; this publishes them.
  await issueAdvances(world);
  await checkDocuments(world, month);
  await checkTaxBooks(world, month);
  await acceptInvoices(world, month);
  const reader = world.truth.companies[Number(month.slice(5)) % world.truth.companies.length];
  if (reader) await checkBundle(world, reader, month);
  world.count('month closed');
}

interface MonthDocument {
  kind: string | null;
  partner_id: number;
  sum: number | null;
  vat: number | null;
  /** Addresses of its PDF and of its file in the State's form. */
  url: string;
  xml: string | null;
}

/**
 * Checks that each network's УПД covers the purchases there that were known by then and are in no earlier documents.
 */
async function checkDocuments(world: World, month: string): Promise<void> {
  const { truth, outside } = world;
  const now = outside.clock.now();
  const opened = truth.companies[Number(month.slice(5)) % truth.companies.length];
  for (const company of truth.companies) {
    const { data } = await retryUntilAnswered(world, 'GET', `/api/doc?year=${month.slice(0, 4)}`, {
      token: company.admin.token,
    });
    const documents = (data[month] ?? []) as MonthDocument[];
    if (company === opened) await openDocuments(world, company, documents);
    const printedSales = new Map<FirstPartnerId, Sale[]>();
    for (const sale of truth.sales) {
      if (sale.company !== company || sale.isPrinted || sale.reportedAt > now) continue;
      sale.isPrinted = true;
      printedSales.set(sale.card.partnerId, [...(printedSales.get(sale.card.partnerId) ?? []), sale]);
    }
    for (const [partnerId, sales] of printedSales) {
      const { discount, surcharge, fee } = sumPrices(sales);
      const cards = cardFees(company, partnerId) - company.printedCards[partnerId];
      const lines = [total(sales.map(signed)) - discount + surcharge, fee, cards];
      const [sum, vat] = [total(lines), total(lines.map(includedVat))];
      const upd = documents.filter((paper) => paper.kind === 'upd' && paper.partner_id === partnerId);
      const printed = upd.map((paper) =>
        [paper.sum, paper.vat].map((rubles) => Math.round((rubles ?? 0) * 100)),
      );
      if (sum > 0 && String(printed) !== String([sum, vat]))
        throw new Failure(
          `УПД of company ${company.id} for partner ${partnerId} print ${printed}, must be ${sum}`,
        );
      if (sum > 0) company.upds.push({ month, partnerId, sum, isCorrected: false });
    }
    for (const partnerId of PARTNER_IDS) company.printedCards[partnerId] = cardFees(company, partnerId);
  }
}

/** A person opens the documents of a month; they are made now. A caller whose connections were cut asks again. */
async function openDocuments(
  world: World,
  { admin }: Company,
  documents: readonly MonthDocument[],
): Promise<void> {
  for (const { url: pdf, xml } of documents)
    for (const url of xml === null ? [pdf] : [pdf, xml]) {
      const { bytes } = await retryUntilAnswered(world, 'GET', url, { token: admin.token });
      if (bytes.length === 0) throw new Failure(`${url} is an empty file`);
      world.count('document opened');
    }
}
