import { REQUEST_STATUS, type RequestStatusId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { MAX_SANDBOX_CARDS } from '#contract/companies/sandbox-office.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { insertSandboxCards } from '../../cards/cards/cards.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { openCardAccounts } from '../../money/ledger/new-accounts.ts';
import { issueSandboxOrder, placeSandboxOrder } from '../../orders/orders/place-sandbox-order.ts';
import { issueTestCards } from './issue-test-cards.ts';
import { requireOwnSandbox } from './sandbox.ts';
import { listSandboxCards } from './sandbox-store.ts';
import type { SandboxCard } from './sandbox-state.ts';

export interface TestOrder {
  id: number;
  statusId: RequestStatusId;
  cards: SandboxCard[];
}

/**
 * Orders, approves and issues cards, as the programme and a network do within days. The events of each step come in
 * that order. The cards are empty. No document is made, and no staff member sees the order. Refuses: 409 too many
 * cards.
 */
export async function orderTestCards(
  ctx: Context,
  { scope, userId, count }: { scope: CompanyScope; userId: number; count: number },
): Promise<TestOrder> {
  await requireOwnSandbox(ctx, scope);
  const { companyId } = scope;
  await assertCardLimit(ctx.db.system, companyId, count);
  const numbers = await issueTestCards(ctx, { count, balanceKopecks: kopecks(0) });
  return ctx.db.inSystem(async (tx) => {
    await lockMoney(tx, [companyId]);
    await assertCardLimit(tx, companyId, count);
    const now = ctx.clock.now();
    const order = await placeSandboxOrder(tx, { companyId, authorId: userId, count, now });
    const ids = await insertSandboxCards(tx, { companyId, numbers, itemId: order.itemId, now });
    await openCardAccounts(tx, companyId, ids);
    await issueSandboxOrder(tx, { ...order, now });
    const cards = (await listSandboxCards(tx, companyId)).filter(({ id }) => ids.includes(id));
    return { id: order.id, statusId: REQUEST_STATUS.issued, cards };
  });
}

async function assertCardLimit(db: Db, companyId: number, count: number): Promise<void> {
  const there = (await listSandboxCards(db, companyId)).length;
  if (there + count > MAX_SANDBOX_CARDS)
    throw conflict(`В песочнице не больше ${MAX_SANDBOX_CARDS} карт, сейчас их ${there}`);
}
