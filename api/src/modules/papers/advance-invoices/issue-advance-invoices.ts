import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { addDays } from '../../../lib/days.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import {
  lockClientForPublishing,
  publishOwnDocument,
  storePdf,
  type OwnXml,
} from '../documents/publish-own-document.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { getStateForm } from '../state-forms/state-form.ts';
import { advanceInvoicePdf } from './advance-invoice-pdf.ts';
import { advanceInvoiceXml } from './advance-invoice-xml.ts';
import {
  ensureFirstDay,
  findUnpublished,
  isUnpublished,
  listUnclosedClients,
  markPublished,
  type AdvanceInvoice,
} from '../advances/advances.ts';
import { closeFiveDays } from '../advances/close-five-days.ts';
import { findFiveDays, startOfQuarter } from '../advances/five-days.ts';

/**
 * Closes the five days of each client that are over and publishes the invoices for what they left as advances: once a day,
 * so within five days of the first payment. After a time without the program it catches up. A second run does nothing. Each
 * step may be killed: days and numbers are one transaction, each publication another. Returns how many it has published.
 */
export async function issueAdvanceInvoices(ctx: Context): Promise<number> {
  const today = moscowDay(ctx.clock.now());
  const firstDay = await ctx.db.inSystem((tx) => ensureFirstDay(tx, startOfQuarter(today)));
  const till = addDays(findFiveDays(today).from, -1);
  const failed = await closeAllClients(ctx, { firstDay, till });
  const published = await publishAll(ctx);
  // The queue tries the others again later.
  if (failed) throw failed;
  return published;
}

async function closeAllClients(
  ctx: Context,
  { firstDay, till }: { firstDay: string; till: string },
): Promise<unknown> {
  let failed: unknown = null;
  if (till < firstDay) return failed;
  for (let after = 0; ;) {
    const clients = await listUnclosedClients(ctx.db.system, { till, after });
    for (const companyId of clients) {
      after = companyId;
      try {
        while (await closeFiveDays(ctx, { companyId, firstDay, till }));
      } catch (error) {
        failed = error;
        ctx.log.error({ err: error, companyId }, 'the advances of a client can’t be counted');
      }
    }
    if (clients.length === 0) return failed;
  }
}

async function publishAll(ctx: Context): Promise<number> {
  let published = 0;
  for (let after = 0; ;) {
    const invoice = await findUnpublished(ctx.db.system, after);
    if (!invoice) return published;
    after = invoice.id;
    published += Number(await publish(ctx, invoice));
  }
}

/** False if another process was faster. */
async function publish(ctx: Context, numbered: AdvanceInvoice): Promise<boolean> {
  const { companyId, dateIso, gross, vat } = numbered;
  const invoice = await completeBuyer(ctx, numbered);
  const title = `Счёт-фактура на аванс № ${invoice.number} от ${formatDateShort(dateIso)}`;
  const file = await storePdf(ctx, await advanceInvoicePdf(invoice), title);
  const xml = await makeXml(ctx, invoice);
  return ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId))) return false;
    if (!(await isUnpublished(tx, invoice))) return false;
    const now = ctx.clock.now();
    const documentId = await publishOwnDocument(ctx, tx, {
      companyId,
      month: dateIso.slice(0, 7),
      title,
      file,
      replaces: null,
      made: { kind: 'advance-invoice', sum: gross, vat, xml },
      userId: null,
      now,
    });
    await markPublished(tx, invoice, documentId);
    await recordEvent(tx, {
      at: now,
      what: 'advance-invoice-issued',
      companyId,
      targets: [{ kind: 'document', id: documentId }],
      after: { title, sum: gross, vat, sha256: file.sha256 },
    });
    return true;
  });
}

/** Address that the buyer lacked when the invoice was numbered. */
async function completeBuyer(ctx: Context, invoice: AdvanceInvoice): Promise<AdvanceInvoice> {
  if (invoice.buyer.address) return invoice;
  const company = await findCompany(ctx.db.system, invoice.companyId);
  return company
    ? { ...invoice, buyer: { ...invoice.buyer, address: toDocumentParty(company).address } }
    : invoice;
}

/** Null where the check refuses it, as without the buyer's address: the invoice is published as a PDF. */
async function makeXml(ctx: Context, invoice: AdvanceInvoice): Promise<OwnXml | null> {
  const at = ctx.clock.now();
  const { bytes, name } = advanceInvoiceXml(invoice, {
    at,
    about: `advance-invoice:${invoice.number}`,
  });
  const [problem] = await checkStateXml(ctx.config, getStateForm('advanceInvoice', moscowDay(at)), bytes);
  if (problem === undefined) return { sha256: await ctx.files.put(bytes), name, sizeBytes: bytes.length };
  const { companyId, number } = invoice;
  ctx.log.warn({ companyId, number, problem }, 'an invoice for an advance has no file in the State’s form');
  return null;
}
