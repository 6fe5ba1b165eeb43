import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import {
  listChangesOfCredit,
  listCreditsOfClients,
  type CreditChangeRecord,
  type CreditOfClient,
} from './credit-list-store.ts';
import { datedCredit, type CreditDebt } from './read-credit.ts';

export interface ListedCredit extends CreditOfClient {
  debt: CreditDebt | null;
}

/** Clients that may owe, owe, or were ever granted credit; the largest debt first. */
export async function listCredits(ctx: Context): Promise<ListedCredit[]> {
  const now = ctx.clock.now();
  return (await listCreditsOfClients(ctx.db.system)).map((one) => withDebt(one, now));
}

/** One client's credit with every change of it; 404 when the company is not a client. */
export async function readCreditHistory(
  ctx: Context,
  companyId: number,
): Promise<ListedCredit & { history: CreditChangeRecord[] }> {
  const db = ctx.db.system;
  const [credit] = await listCreditsOfClients(db, companyId);
  if (!credit) throw notFound('Клиент не найден');
  return { ...withDebt(credit, ctx.clock.now()), history: await listChangesOfCredit(db, companyId) };
}

function withDebt(one: CreditOfClient, now: Date): ListedCredit {
  const { terms, used, indebtedSince } = one;
  return { ...one, debt: datedCredit({ terms, unallocated: kopecks(0 - used), indebtedSince }, now).debt };
}
