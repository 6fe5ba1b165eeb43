import type { PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { lockFreeMoney } from '../../money/ledger/lock-money.ts';
import {
  endAuthorisations,
  listAuthorisations,
  listCompaniesWithOverdue,
  listOverdue,
  settleAuthorisations,
  type Authorisation,
} from './authorisations.ts';
import { endEarlySettlements } from './early-settlements.ts';
import { endSessions, expireOffers } from './pump-sessions.ts';
import { freeHolds } from './held-money.ts';

/** Ends what a company's networks have asked for and not sold in time. The caller has locked the money. */
export async function expireOverdue(tx: Db, companyId: number, now: Date): Promise<void> {
  const overdue = await listOverdue(tx, [companyId], now);
  if (overdue.length === 0) return;
  await freeHolds(tx, now, overdue);
  await endAuthorisations(tx, { ids: overdue.map(({ id }) => id), state: 'expired', now });
  await endSessions(
    tx,
    overdue.map(({ id }) => ({ authorisationId: id, state: 'expired' as const, centilitres: 0 })),
    now,
  );
  for (const authorisation of overdue)
    await recordEvent(tx, {
      at: now,
      what: 'fuel-hold-expired',
      companyId,
      targets: [{ kind: 'card', id: authorisation.cardId }],
      details: { requestId: authorisation.requestId, heldKopecks: authorisation.held },
    });
}

/** Companies a turn: the others follow in the next one. */
const MAX_COMPANIES = 200;

/** Frees all holds and ends all codes whose time is over. A company whose money is locked waits for the next turn. */
export async function expireHolds(ctx: Context): Promise<void> {
  await ctx.db.inSystem((tx) => expireOffers(tx, ctx.clock.now()));
  const companyIds = await listCompaniesWithOverdue(ctx.db.system, ctx.clock.now(), MAX_COMPANIES);
  for (const companyId of companyIds) {
    await ctx.db.inSystem(async (tx) => {
      const free = await lockFreeMoney(tx, [companyId], ctx.config.companyTimeoutMs);
      if (free.has(companyId)) await expireOverdue(tx, companyId, ctx.clock.now());
    });
  }
}

/** A sale that the books have just taken. */
export interface BookedFuel {
  requestId: string;
  operationId: number;
  centilitres: number;
  sum: Kopecks;
}

/**
 * Ends the authorisations of sales that are being booked, so that their money is there for the sale. Records those that
 * were sold without one, or more than was allowed. The caller has locked the money and posts the sales afterwards.
 */
export async function settleSold(
  tx: Db,
  now: Date,
  { partnerId, sales }: { partnerId: PartnerId; sales: readonly BookedFuel[] },
): Promise<void> {
  const byRequest = new Map(sales.map((sale) => [sale.requestId, sale]));
  const requestIds = [...byRequest.keys()];
  const found = await listAuthorisations(tx, { partnerId, requestIds });
  if (requestIds.length > 0) await endEarlySettlements(tx, { partnerId, requestIds, now });
  if (found.length === 0) return;
  await freeHolds(
    tx,
    now,
    found.filter(({ state }) => state === 'approved'),
  );
  const sold = found.map((authorisation) => ({
    authorisation,
    sale: byRequest.get(authorisation.requestId) as BookedFuel,
  }));
  await settleAuthorisations(
    tx,
    sold.map(({ authorisation, sale }) => ({ ...sale, id: authorisation.id })),
    now,
  );
  await endSessions(
    tx,
    sold.map(({ authorisation: { id }, sale: { centilitres } }) => ({
      authorisationId: id,
      state: 'settled' as const,
      centilitres,
    })),
    now,
  );
  for (const { authorisation, sale } of sold) {
    const what = findFault(authorisation, sale);
    await recordEvent(tx, {
      at: now,
      what: what ?? 'fuel-settled',
      companyId: authorisation.companyId,
      targets: [
        { kind: 'card', id: authorisation.cardId },
        { kind: 'operation', id: sale.operationId },
      ],
      details: {
        requestId: authorisation.requestId,
        state: authorisation.state,
        maxKopecks: authorisation.maxKopecks,
        sumKopecks: sale.sum,
        maxCentilitres: authorisation.maxCentilitres,
        centilitres: sale.centilitres,
      },
    });
  }
}

function findFault(
  { state, maxCentilitres, maxKopecks }: Authorisation,
  sale: BookedFuel,
): 'fuel-sold-without-authorisation' | 'fuel-sold-over-authorisation' | null {
  if (state !== 'approved') return 'fuel-sold-without-authorisation';
  const isOver = sale.centilitres > maxCentilitres || sale.sum > maxKopecks;
  return isOver ? 'fuel-sold-over-authorisation' : null;
}
