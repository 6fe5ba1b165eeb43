import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { findCompanyBlock } from '../../companies/companies/company-block.ts';
import { listRequisitesReadings } from '../../companies/companies/requisites.ts';
import { findBalances } from '../../money/posting/find-balances.ts';
import { readCredit } from '../../money/transfers/credit.ts';
import {
  countCardsOnHold,
  findName,
  listClientColleagues,
  listCreditFacts,
  listClientNotes,
} from './client-file.ts';
import { listClients, countUpClients } from './client-list.ts';
import { listClientDocuments, listClientOrders, listClientPayments } from './client-part-store.ts';

export type ClientFile = Awaited<ReturnType<typeof readClientFile>>;

/** Length of each list on the first page. */
const NEWEST = 5;

/** Reads what the page of a client opens with. Throws 404 for a company that does not exist. */
export async function readClientFile(ctx: Context, companyId: number) {
  await countUpClients(ctx);
  const now = ctx.clock.now();
  const db = ctx.db.system;
  const [row] = await listClients(
    db,
    { ids: [companyId], today: moscowDay(now) },
    { sort: { key: 'title', descending: false }, limit: 1, offset: 0 },
  );
  const company = row && (await findCompany(db, companyId));
  if (!row || !company) throw notFound('Клиент не найден');
  const scope = mintCompanyScope(companyId);
  const slice = { companyId, limit: NEWEST, offset: 0 };
  const block = await findCompanyBlock(db, companyId);
  return {
    row,
    company,
    block: block && { ...block, by: block.byId === null ? null : await findName(db, block.byId) },
    heldCards: await countCardsOnHold(db, companyId),
    readings: await listRequisitesReadings(db, companyId),
    balances: await findBalances(db, scope),
    credit: await readCredit(ctx, scope),
    creditFacts: await listCreditFacts(db, companyId),
    colleagues: await listClientColleagues(db, companyId, now),
    orders: (await listClientOrders(db, slice)).rows,
    payments: (await listClientPayments(db, slice)).rows,
    documents: (await listClientDocuments(db, slice)).rows,
    notes: await listClientNotes(db, companyId),
  };
}
