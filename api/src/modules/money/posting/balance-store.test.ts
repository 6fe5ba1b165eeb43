import { afterAll, beforeAll, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany } from '../../../testing/givens/factories.ts';
import { knownAccounts } from '../ledger/known-accounts.ts';
import { requireAccounts } from '../ledger/new-accounts.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { listBalances } from './balance-store.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

const ROUNDS = 150;

test('money that reaches a card during a read of balances is in them exactly once', async () => {
  const { id: companyId } = await givenCompany(api, { unallocatedKopecks: 10_00 });
  const card = await givenCard(api, companyId);
  const [unallocated = 0, inTransit = 0, onCard = 0] = await requireAccounts(api.ctx.db.system, [
    { companyId, kind: 'unallocated' },
    { companyId, kind: 'in-transit' },
    { companyId, kind: 'card', cardId: card.id },
  ]);
  const move = (requestId: string, fromAccountId: number, toAccountId: number) =>
    api.ctx.db.inSystem((tx) =>
      postTransfers(tx, api.clock.now(), [
        [
          {
            requestId,
            kind: 'settle-transfer',
            companyId,
            fromAccountId,
            toAccountId,
            amount: kopecks(10_00),
            subject: { kind: 'card', id: card.id },
          },
        ],
      ]),
    );
  await move('departure', unallocated, inTransit);

  let moving = true;
  async function moveBackAndForth(): Promise<void> {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await move(`arrival:${round}`, inTransit, onCard);
      await move(`return:${round}`, onCard, inTransit);
    }
  }
  const moved = moveBackAndForth().finally(() => (moving = false));
  const sums = new Set<number>();
  while (moving) {
    const listed = await api.ctx.db.inSystem((tx) => listBalances(tx, knownAccounts(api.ctx), [companyId]));
    const { balances = [], cards = 0 } = listed.get(companyId) ?? {};
    sums.add(balances.reduce((sum, balance) => sum + balance, cards));
  }
  await moved;
  expect([...sums]).toEqual([10_00]);
});
