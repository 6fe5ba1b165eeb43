import { sql } from 'kysely';
import type { NetworkClaimEnd, NetworkClaimState } from '#contract/fuel/network-claims.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { selectName } from './network-invoices.ts';

/** A claim for what a network has billed too much in an invoice that was accepted without it. */
export interface NetworkClaim {
  id: number;
  invoiceId: number;
  partnerId: number;
  invoiceNumber: string;
  sum: Kopecks;
  /** Payments of the network that were booked for the claim, those taken back excluded. */
  returned: Kopecks;
  state: NetworkClaimState;
  note: string;
  madeAt: Date;
  madeBy: string | null;
  endNote: string | null;
}

const SELECT_CLAIMS = sql`
  select claim.id, claim.invoice_id as "invoiceId", claim.partner_id as "partnerId", invoice.number as "invoiceNumber",
    claim.sum_kopecks as sum, given_back.kopecks as returned, claim.note, claim.made_at as "madeAt",
    ${selectName('maker')} as "madeBy", claim.end_note as "endNote",
    coalesce(claim.ended_as, case when given_back.kopecks >= claim.sum_kopecks then 'returned' else 'open' end) as state
  from network_claim claim
  join network_invoice invoice on invoice.id = claim.invoice_id
  left join app_user maker on maker.id = claim.made_by
  cross join lateral (
    select coalesce(sum(sum_kopecks), 0)::bigint as kopecks from network_refund where claim_id = claim.id
  ) given_back`;

/** Returns the claim that an invoice was accepted with, or null. */
export async function findClaim(db: Db, invoiceId: number): Promise<NetworkClaim | null> {
  return firstRow(db, sql<NetworkClaim>`${SELECT_CLAIMS} where claim.invoice_id = ${invoiceId}`);
}

/** Lists the claims that networks have not given back, the oldest first. */
export async function listOpenClaims(db: Db): Promise<NetworkClaim[]> {
  return rows(
    db,
    sql<NetworkClaim>`
      select * from (${SELECT_CLAIMS}) claim where state = 'open' order by "madeAt", id`,
  );
}

export async function insertClaim(
  tx: Db,
  claim: { invoiceId: number; partnerId: number; sum: Kopecks; note: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    insert into network_claim (invoice_id, partner_id, sum_kopecks, note, made_by, made_at)
    values (${claim.invoiceId}, ${claim.partnerId}, ${claim.sum}, ${claim.note}, ${claim.staffId}, ${claim.now})`.execute(
    tx,
  );
}

/**
 * Returns what the disputed lines of an invoice bill too much, in kopecks: their sums less our sales, which count at the
 * line's own discount. Lines that only we have bill nothing. Below zero where the network has billed too little.
 */
export async function sumDisputed(db: Db, invoiceId: number): Promise<Kopecks> {
  const found = await firstRow(
    db,
    sql<{ sum: number }>`
      select coalesce(sum(case when is_refund then -sum_kopecks else sum_kopecks end
        - round(coalesce(our_kopecks, 0)::numeric * sum_kopecks / nullif(station_kopecks, 0))), 0)::bigint as sum
      from network_invoice_line
      where invoice_id = ${invoiceId} and decision = 'disputed' and outcome in ('theirs', 'different', 'repeated')`,
  );
  return kopecks(found?.sum ?? 0);
}

interface Ending {
  claimId: number;
  outcome: NetworkClaimEnd;
  note: string;
  staffId: number;
}

/** Ends an open claim. Refuses: 404 no such claim; 409 it is not open, or a withdrawn one was given back in part. */
export async function endClaim(
  ctx: Context,
  { claimId, outcome, note, staffId }: Ending,
): Promise<NetworkClaim> {
  return ctx.db.inSystem(async (tx) => {
    await sql`select id from network_claim where id = ${claimId} for update`.execute(tx);
    const claim = await requireClaim(tx, claimId);
    if (claim.state !== 'open') throw conflict('Претензия уже закрыта');
    if (outcome === 'withdrawn' && claim.returned > 0)
      throw conflict(
        'Сеть уже вернула часть. Отмените этот возврат в платежах или отметьте, что остаток зачтён',
      );
    await sql`
      update network_claim set ended_as = ${outcome}, end_note = ${note}, ended_by = ${staffId},
        ended_at = ${ctx.clock.now()}
      where id = ${claimId}`.execute(tx);
    recordChange(tx, {
      targets: [{ kind: 'partner', id: claim.partnerId }],
      after: { number: claim.invoiceNumber, sumKopecks: claim.sum, endedAs: outcome, note },
    });
    return requireClaim(tx, claimId);
  });
}

async function requireClaim(db: Db, id: number): Promise<NetworkClaim> {
  const claim = await firstRow(db, sql<NetworkClaim>`${SELECT_CLAIMS} where claim.id = ${id}`);
  if (!claim) throw notFound('Претензия не найдена');
  return claim;
}
