import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listMemberships, type Membership } from '../../messaging/users/memberships.ts';
import { ownFunds } from '../../money/posting/balances.ts';
import { findBalances } from '../../money/posting/find-balances.ts';
import { readCredit } from '../../money/transfers/credit.ts';
import { listWaiting, readSharedCounts } from '../overview/list-waiting.ts';
import type { WaitingItem } from '../overview/rank-waiting.ts';

export interface OwnCompany extends Membership {
  waiting: WaitingItem[];
}

/** Lists the companies that a person may enter, each with what waits there for the person's role. */
export function listCompaniesWithWaiting(ctx: Context, userId: number): Promise<OwnCompany[]> {
  return readEach(ctx, userId, (membership) => readWaiting(ctx, membership));
}

export interface CompanyFigures extends OwnCompany {
  own: Kopecks;
  unallocated: Kopecks;
  debt: Kopecks;
}

/** Reads money and what waits of each company that a person may enter. Every role shows its company's money. */
export function readCompanies(ctx: Context, userId: number): Promise<CompanyFigures[]> {
  return readEach(ctx, userId, async (membership) => {
    const scope = mintCompanyScope(membership.companyId);
    const { debt } = await readCredit(ctx, scope);
    const balances = await ctx.db.inCompany(scope, (tx) => findBalances(tx, scope));
    return {
      ...(await readWaiting(ctx, membership)),
      own: ownFunds(balances),
      unallocated: balances.unallocated,
      debt: debt?.sum ?? kopecks(0),
    };
  });
}

function readWaiting(ctx: Context, membership: Membership): Promise<OwnCompany> {
  const now = ctx.clock.now();
  const scope = mintCompanyScope(membership.companyId);
  return ctx.db.inCompany(scope, async (tx) => {
    const counts = await readSharedCounts(tx, scope, moscowDay(now));
    const waiting = await listWaiting(tx, scope, { role: membership.role, now, counts });
    return { ...membership, waiting };
  });
}

/** Number of companies that are read at the same time, so that a firm of a hundred clients leaves connections to others. */
const MAX_CONCURRENT = 4;

/** Reads the caller's companies in their order, some at the same time. Each is read as its own company only. */
export async function readEach<Read>(
  ctx: Context,
  userId: number,
  read: (membership: Membership) => Promise<Read>,
): Promise<Read[]> {
  const memberships = await listMemberships(ctx.db.system, { userId, now: ctx.clock.now() });
  const all: Read[] = [];
  for (let from = 0; from < memberships.length; from += MAX_CONCURRENT)
    all.push(...(await Promise.all(memberships.slice(from, from + MAX_CONCURRENT).map(read))));
  return all;
}
