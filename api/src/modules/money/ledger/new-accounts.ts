import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { PARTNER_IDS, SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { insertAccounts } from './ledger.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { AccountPlace } from './account.ts';

/** Opens the accounts of cards that a network has issued. */
export async function openCardAccounts(tx: Db, companyId: number, cardIds: readonly number[]): Promise<void> {
  await insertAccounts(
    tx,
    cardIds.map((cardId) => ({ companyId, kind: 'card' as const, cardId, floor: kopecks(0) })),
  );
}

const ZERO = kopecks(0);

/**
 * Opens the accounts of a company that joins the programme, with those of the first four networks; of an added network
 * they are opened with the company's first cards (`openPartnerAccounts`). `creditKopecks` is how far below zero it may
 * fall.
 */
export async function openCompanyAccounts(tx: Db, companyId: number, creditKopecks: Kopecks): Promise<void> {
  await insertAccounts(tx, [
    { companyId, kind: 'bank', floor: null },
    { companyId, kind: 'unallocated', floor: kopecks(0 - creditKopecks) },
    { companyId, kind: 'in-transit', floor: ZERO },
    ...PARTNER_IDS.flatMap((partnerId) => findAccountsWith(companyId, partnerId)),
  ]);
}

/** Opens the accounts of a sandbox: it has one network. */
export async function openSandboxAccounts(tx: Db, companyId: number): Promise<void> {
  await insertAccounts(tx, [
    { companyId, kind: 'bank', floor: null },
    { companyId, kind: 'unallocated', floor: ZERO },
    { companyId, kind: 'in-transit', floor: ZERO },
    ...findAccountsWith(companyId, SANDBOX_NETWORK),
  ]);
}

/** Opens a company's accounts with a network; those that are there stay as they are. */
export async function openPartnerAccounts(tx: Db, companyId: number, partnerId: PartnerId): Promise<void> {
  await insertAccounts(tx, findAccountsWith(companyId, partnerId));
}

/** Opens accounts for money on hold at networks; those that are there stay as they are. */
export async function openHoldAccounts(
  tx: Db,
  places: readonly { companyId: number; partnerId: PartnerId }[],
): Promise<void> {
  const byPlace = new Map(places.map((place) => [`${place.companyId}:${place.partnerId}`, place]));
  await insertAccounts(
    tx,
    [...byPlace.values()].map(({ companyId, partnerId }) => ({
      companyId,
      kind: 'hold' as const,
      partnerId,
      floor: ZERO,
    })),
  );
}

/** Opens a company's two accounts of disputed money; those that are there stay as they are. */
export async function openDisputeAccounts(tx: Db, companyId: number): Promise<void> {
  await insertAccounts(tx, [
    { companyId, kind: 'dispute-reserve', floor: null },
    { companyId, kind: 'dispute-hold', floor: ZERO },
  ]);
}

function findAccountsWith(companyId: number, partnerId: PartnerId) {
  return [
    { companyId, kind: 'partner' as const, partnerId, floor: ZERO },
    // Unpaid fuel is a negative balance here. It is a debt, so it has no floor.
    { companyId, kind: 'debt' as const, partnerId, floor: null },
    { companyId, kind: 'network' as const, partnerId, floor: null },
  ];
}

/** Opens the account through which a company's tariffs are booked: only those that have had a tariff have one. */
export async function openProgrammeAccounts(tx: Db, companyIds: Iterable<number>): Promise<void> {
  await insertAccounts(
    tx,
    [...new Set(companyIds)].map((companyId) => ({ companyId, kind: 'programme' as const, floor: null })),
  );
}

/** Ids of a company's accounts by place, in the given order; throws for a place without an account. */
export async function requireAccounts(tx: Db, places: readonly AccountPlace[]): Promise<number[]> {
  const { rows } = await sql<{ place: number; id: number }>`
    select asked.place, account.id
    from unnest(
      ${encodeBigints(places.map((place) => place.companyId))}::bigint[], ${places.map((place) => place.kind)}::text[],
      ${places.map((place) => place.partnerId ?? 0)}::int[], ${encodeBigints(places.map((place) => place.cardId ?? 0))}::bigint[]
    ) with ordinality as asked (company_id, kind, partner_id, card_id, place)
    join ledger_account account
      on account.company_id = asked.company_id and account.kind = asked.kind
      and coalesce(account.partner_id, 0) = asked.partner_id and coalesce(account.card_id, 0) = asked.card_id`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [Number(row.place), row.id]));
  return places.map((place, index) => {
    const id = found.get(index + 1);
    if (id === undefined) throw new Error(`no ledger account at ${JSON.stringify(place)}`);
    return id;
  });
}

/**
 * Unallocated funds may fall to minus the credit limit. When they are lower already, because the limit was lowered
 * under a debt, they may fall no further: the floor follows the balance up until it reaches the limit. Call it after
 * a change of the credit limit and after every movement that credits the account.
 */
export async function tightenFloor(tx: Db, companyId: number): Promise<void> {
  await sql`
    update ledger_account account set floor_kopecks = least(-company.credit_kopecks, account.balance_kopecks)
    from company
    where account.company_id = ${companyId} and account.kind = 'unallocated' and company.id = account.company_id
      and account.floor_kopecks is distinct from least(-company.credit_kopecks, account.balance_kopecks)`.execute(
    tx,
  );
}
