import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { freeDisputedMoney } from './disputed-money.ts';
import { endDispute, lockDispute, type LockedDispute } from './disputes.ts';

export const NO_DISPUTE = 'Спор не найден';
export const ENDED = 'Спор уже завершён';

/** Locks the company's money and then its dispute, until the transaction ends. Refuses: 404, 409 one that has ended. */
export async function lockOpen(
  ctx: Context,
  tx: Db,
  { id, companyId }: { id: number; companyId: number },
): Promise<LockedDispute> {
  await lockMoney(tx, [companyId], ctx.config.companyTimeoutMs);
  const locked = await lockDispute(tx, id);
  if (locked?.companyId !== companyId) throw notFound(NO_DISPUTE);
  if (!locked.isOpen) throw conflict(ENDED);
  return locked;
}

/** Ends a dispute that `lockOpen` has locked, and frees what is on hold for it. */
export async function endWithMoney(
  tx: Db,
  { id, companyId, held }: LockedDispute,
  end: Parameters<typeof endDispute>[2],
): Promise<void> {
  if (held !== null) await freeDisputedMoney(tx, end.now, { id, companyId, sum: held });
  await endDispute(tx, id, end);
}
