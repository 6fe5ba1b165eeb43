import { sql } from 'kysely';
import { type PartnerId, SANDBOX_NETWORK } from '#contract/ids.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { lockNetworks } from './added-networks.ts';

/** A network as the supplier of fuel. */
export interface Supplier {
  partnerId: PartnerId;
  title: string;
  /** INN of the supplier, by which payments to it are recognised; null when not entered. */
  inn: string | null;
  /** Days from the date of an invoice to the last day of its payment. */
  paymentDays: number | null;
}

/** The networks as suppliers, by their ids. */
export function listSuppliers(db: Db): Promise<Supplier[]> {
  return rows(
    db,
    sql<Supplier>`
      select id as "partnerId", title, inn, payment_days as "paymentDays" from partner
      where id <> ${SANDBOX_NETWORK} order by id`,
  );
}

/** Returns the network, which must exist. */
export async function requireSupplier(db: Db, partnerId: number): Promise<Supplier> {
  const found = (await listSuppliers(db)).find((supplier) => supplier.partnerId === partnerId);
  if (!found) throw notFound('Сеть не найдена');
  return found;
}

/** Sets the INN and the days of payment of a network. Refuses an INN that another network has: a payment could be either one’s. */
export async function setSupplier(
  ctx: Context,
  input: { partnerId: number; inn: string | null; paymentDays: number | null },
): Promise<Supplier> {
  const { partnerId, inn, paymentDays } = input;
  return ctx.db.inSystem(async (tx) => {
    await lockNetworks(tx);
    const before = await requireSupplier(tx, partnerId);
    const taken = await firstRow(
      tx,
      sql<{ title: string }>`select title from partner where inn = ${inn} and id <> ${partnerId} limit 1`,
    );
    if (taken) throw fieldRefusal('inn', `Этот ИНН уже у сети «${taken.title}»`);
    await sql`
      update partner set inn = ${inn}, payment_days = ${paymentDays}::int where id = ${partnerId}`.execute(
      tx,
    );
    recordChange(tx, {
      targets: [{ kind: 'partner', id: partnerId }],
      before: { inn: before.inn, paymentDays: before.paymentDays },
      after: { inn, paymentDays },
    });
    return { ...before, inn, paymentDays };
  });
}
