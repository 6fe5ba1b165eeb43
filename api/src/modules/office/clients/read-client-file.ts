import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { findCompanyBlock } from '../../companies/companies/find-company-block.ts';
import { listRequisitesReadings } from '../../companies/companies/list-requisites-readings.ts';
import { findBalances } from '../../money/posting/find-balances.ts';
import { readCredit } from '../../money/transfers/read-credit.ts';
import {
  countHeldCards,
  findName,
  listColleaguesOf,
  listCreditFacts,
  listNotesOf,
} from './client-file-store.ts';
import { listClients } from './client-list-store.ts';
import { listDocumentsOf, listOrdersOf, listPaymentsOf } from './client-part-store.ts';
import { countUpClients } from './count-up-clients.ts';

export type ClientFile = Awaited<ReturnType<typeof readClientFile>>;

/** Of each list on the first page. */
const NEWEST = 5;

/** Everything about one client that its page opens with. 404 for a company that is none. */
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
    heldCards: await countHeldCards(db, companyId),
    readings: await listRequisitesReadings(db, companyId),
    balances: await findBalances(db, scope),
    credit: await readCredit(ctx, scope),
    creditFacts: await listCreditFacts(db, companyId),
    colleagues: await listColleaguesOf(db, companyId, now),
    orders: (await listOrdersOf(db, slice)).rows,
    payments: (await listPaymentsOf(db, slice)).rows,
    documents: (await listDocumentsOf(db, slice)).rows,
    notes: await listNotesOf(db, companyId),
  };
}
