import { kopecks } from '#contract/kopecks.ts';
import { newToken } from '../../lib/secrets.ts';
import type { Transfer } from '../../modules/money/ledger/account.ts';
import { lockMoney } from '../../modules/money/ledger/lock-money.ts';
import { requireAccounts } from '../../modules/money/ledger/new-accounts.ts';
import { postTransfers } from '../../modules/money/ledger/post-transfers.ts';
import type { TestApi } from '../api.ts';

/**
 * Books fuel sold beyond the card's money, so that a purchase is partly unpaid. The booking is that of the feed, which locks the
 * company's money before it moves; `whileLocked` runs in between.
 */
export async function givenDebt(
  api: TestApi,
  { companyId, partnerId }: { companyId: number; partnerId: number },
  sumKopecks: number,
  whileLocked: () => Promise<void> = async () => {},
): Promise<void> {
  await api.ctx.db.inSystem(async (tx) => {
    const [debt = 0, network = 0] = await requireAccounts(tx, [
      { companyId, kind: 'debt', partnerId },
      { companyId, kind: 'network', partnerId },
    ]);
    await lockMoney(tx, [companyId]);
    await whileLocked();
    await postTransfers(tx, api.clock.now(), [[purchaseOnDebt(companyId, { debt, network }, sumKopecks)]]);
  });
}

/** Returns the unpaid part of a purchase. */
export function purchaseOnDebt(
  companyId: number,
  accounts: { debt: number; network: number },
  sumKopecks: number,
): Transfer {
  return {
    requestId: `given:${newToken()}`,
    kind: 'purchase',
    companyId,
    fromAccountId: accounts.debt,
    toAccountId: accounts.network,
    amount: kopecks(sumKopecks),
    subject: { kind: 'opening', id: 1 },
  };
}
