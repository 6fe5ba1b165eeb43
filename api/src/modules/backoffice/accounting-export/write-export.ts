import type { Context } from '../../../context.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { unpackFigures } from '../../papers/documents/closing/frozen-figures.ts';
import { readUkd } from '../../papers/documents/corrections/standing-upd.ts';
import { listUkds } from '../../papers/documents/corrections/ukds.ts';
import { findAgreement } from '../../papers/documents/documents.ts';
import { toUpdDocument, type UpdDocument } from '../../papers/documents/upd-document.ts';
import type { Days } from '../../papers/exchange/download-enterprise-data.ts';
import { CLOSE_MESSAGE, openMessage } from '../../papers/exchange/enterprise-data-parts.ts';
import { listSuppliers } from '../../programme/partners/suppliers.ts';
import {
  listAdvances,
  listBookedReturns,
  listCreditedPayments,
  listDuplicates,
  listExportedCompanies,
  listExportedCorrections,
  listRemoved,
  listReopenedReturns,
  listSales,
  listUnplacedPayments,
  type ExportedPayment,
} from './export-store.ts';
import { listNetworkPayments, listReceipts } from './network-store.ts';
import {
  contractEntry,
  counterpartyEntry,
  directoryEntries,
  toBonusPayer,
  toClient,
  toParty,
  toSupplier,
  type Counterparty,
  type Party,
} from './parties.ts';
import { advanceInvoice } from './advance-invoice.ts';
import { receipt } from './receipts.ts';
import { removal, sale, saleCorrection } from './sales.ts';
import { bankRemoval, debtCorrection, moneyIn, moneyOut, type BankDocument } from './settlements.ts';

/** Companies, or rows without a company, that are in memory at once. */
const PAGE = 50;

/**
 * Writes the operator's own side for 1C a piece at a time: first what clients have, company by company, then payments
 * without a client, then the networks. A piece is some documents at most, so a month of thousands of clients takes no
 * more memory than one of a few.
 */
export async function* writeExport(ctx: Context, days: Days): AsyncGenerator<string> {
  const own = toParty(ctx.programme.on(days.to).requisites);
  const createdAt = ctx.clock.now();
  yield openMessage({ createdAt, to: own.inn ?? '', from: `${own.inn}-portal` });
  let after = 0;
  for (;;) {
    const companyIds = await listExportedCompanies(ctx.db.system, { after, limit: PAGE, days });
    if (companyIds.length === 0) break;
    yield* writeCompanies(ctx, { own, companyIds, days });
    after = companyIds.at(-1) ?? after;
  }
  const rest = { own, days, introduce: await prepareNetworks(ctx, own) };
  yield* writeUnplaced(ctx, rest);
  yield* writeNetworks(ctx, rest);
  yield CLOSE_MESSAGE;
}

interface CompanyPage {
  own: Party;
  companyIds: readonly number[];
  days: Days;
}

async function* writeCompanies(ctx: Context, page: CompanyPage): AsyncGenerator<string> {
  const { own, companyIds } = page;
  const db = ctx.db.system;
  const clients = new Map<number, Counterparty>();
  for (const companyId of companyIds) {
    const company = await findCompany(db, companyId);
    if (!company) continue;
    const client = toClient(toDocumentParty(company), companyId, await findAgreement(db, companyId));
    clients.set(companyId, client);
    yield directoryEntries(own, client);
  }
  const requireClient = (companyId: number | null): Counterparty => {
    const client = clients.get(companyId ?? 0);
    if (!client) throw new Error(`company ${companyId} is not on this page`);
    return client;
  };
  for (const { documentId, companyId, partnerId, figures } of await listSales(db, page))
    yield sale(
      { own, client: requireClient(companyId), documentId },
      await readUpd(ctx, { figures, partnerId }),
    );
  for (const advance of await listAdvances(db, page))
    yield advanceInvoice(own, requireClient(advance.companyId), advance);
  for (const listed of await listUkds(db, companyIds, page.days)) {
    const { documentId, companyId, original } = listed;
    const ukd = await readUkd(ctx, listed, await readUpd(ctx, original));
    yield saleCorrection({ own, client: requireClient(companyId), documentId }, ukd, original.documentId);
  }
  for (const removed of await listRemoved(db, page)) yield removal(removed);
  for (const correction of await listExportedCorrections(db, page))
    yield debtCorrection(own, requireClient(correction.companyId), correction);
  for (const payment of await listCreditedPayments(db, page))
    yield moneyIn(own, toBankDocument(ctx, 'payment', payment, requireClient(payment.companyId)));
  for (const payment of await listBookedReturns(db, page)) {
    const counterparty = requireClient(payment.companyId);
    yield moneyOut(own, { ...toBankDocument(ctx, 'return', payment, counterparty), counterparty });
  }
}

async function readUpd(
  ctx: Context,
  { figures: sha256, partnerId }: { figures: string; partnerId: number },
): Promise<UpdDocument> {
  const figures = unpackFigures(await ctx.files.read(sha256));
  const network = figures.networks.find((frozenNetwork) => frozenNetwork.partnerId === partnerId);
  if (!network) throw new Error(`network ${partnerId} has no figures of ${figures.month}`);
  return toUpdDocument(figures, network);
}

function toBankDocument(
  ctx: Context,
  ref: BankDocument['ref'],
  payment: ExportedPayment,
  counterparty: Counterparty | null,
): BankDocument {
  const { id, number, datedOn, day, sum, purpose } = payment;
  const account = getOwnAccount(ctx, payment);
  return { ref, id, number, datedOn, day, sum, account, counterparty, purpose };
}

/** A payment whose account is not stored has come to the account of its day. */
function getOwnAccount(
  ctx: Context,
  { account, day }: { account: string | null; day: string },
): BankDocument['account'] {
  const { requisites } = ctx.programme.on(day);
  if (account === null) return { account: requisites.account, bik: requisites.bik };
  const known = ctx.programme.accounts().find((ours) => ours.account === account);
  return { account, bik: known?.bik ?? null };
}

/** Digits of the INN of a company or of a person. */
const INN = /^(\d{10}|\d{12})$/;

/** Returns a network, or the payer of its bonuses, with its entries in the directory: empty after its first document. */
type Introduce = (
  partnerId: number,
  payer?: { isBonus: boolean },
) => { counterparty: Counterparty; entries: string };

async function prepareNetworks(ctx: Context, own: Party): Promise<Introduce> {
  const suppliers = new Map<number, Counterparty>();
  for (const supplier of await listSuppliers(ctx.db.system))
    suppliers.set(supplier.partnerId, toSupplier(supplier));
  const named = new Set<string>();
  return (partnerId, { isBonus } = { isBonus: false }) => {
    const supplier = suppliers.get(partnerId);
    if (!supplier) throw new Error(`network ${partnerId} is no supplier`);
    const counterparty = isBonus ? toBonusPayer(supplier, partnerId) : supplier;
    const { party, contract } = counterparty;
    const entries =
      (named.has(party.uuid) ? '' : counterpartyEntry(party)) +
      (named.has(contract.uuid) ? '' : contractEntry(own, counterparty));
    named.add(party.uuid).add(contract.uuid);
    return { counterparty, entries };
  };
}

interface Rest {
  own: Party;
  days: Days;
  introduce: Introduce;
}

/** Writes payments on no client's account; those that networks give back name their network. */
async function* writeUnplaced(ctx: Context, { own, days, introduce }: Rest): AsyncGenerator<string> {
  const db = ctx.db.system;
  let after = 0;
  for (;;) {
    const payments = await listUnplacedPayments(db, { after, limit: PAGE, days });
    for (const payment of payments) {
      const { inn, name } = payment.party;
      if (payment.partnerId !== null) {
        const { counterparty, entries } = introduce(payment.partnerId, payment);
        yield entries + moneyIn(own, toBankDocument(ctx, 'payment', payment, counterparty));
        continue;
      }
      const payer = INN.test(inn) ? toParty({ name: name || `ИНН ${inn}`, inn }) : null;
      yield moneyIn(own, { ...toBankDocument(ctx, 'payment', payment, null), payer });
    }
    if (payments.length < PAGE) break;
    after = payments.at(-1)?.id ?? after;
  }
  for (const id of await listDuplicates(db, days)) yield bankRemoval('payment', id);
  for (const id of await listReopenedReturns(db, days)) yield bankRemoval('return', id);
}

async function* writeNetworks(ctx: Context, { own, days, introduce }: Rest): AsyncGenerator<string> {
  const db = ctx.db.system;
  let after = 0;
  for (;;) {
    const receipts = await listReceipts(db, { after, limit: PAGE, days });
    for (const invoice of receipts) {
      const { counterparty, entries } = introduce(invoice.partnerId);
      yield entries + receipt(own, counterparty, invoice);
    }
    if (receipts.length < PAGE) break;
    after = receipts.at(-1)?.id ?? after;
  }
  after = 0;
  for (;;) {
    const payments = await listNetworkPayments(db, { after, limit: PAGE, days });
    for (const payment of payments) {
      const { counterparty, entries } = introduce(payment.partnerId);
      const { id, number, datedOn, day, sum } = payment;
      const account = getOwnAccount(ctx, payment);
      const purpose = `Оплата по договору с сетью «${counterparty.party.name}»`;
      const document = {
        ref: 'network-payment',
        id,
        number,
        datedOn,
        day,
        sum,
        account,
        counterparty,
        purpose,
      } as const;
      yield entries + moneyOut(own, document);
    }
    if (payments.length < PAGE) break;
    after = payments.at(-1)?.id ?? after;
  }
}
