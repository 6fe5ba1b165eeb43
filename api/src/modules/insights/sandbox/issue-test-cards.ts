import { CARD_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { formatCardNumber, isFlakyCard } from '../../../gateways/fuel-network/card-number.ts';
import { requireNetwork } from './sandbox.ts';
import { nextCardSerial } from './sandbox-store.ts';

/**
 * Issues new cards of the simulated network. The network has them first, because unused cards do no harm there. Returns
 * their numbers.
 */
export async function issueTestCards(
  ctx: Context,
  { count, balanceKopecks }: { count: number; balanceKopecks: Kopecks },
): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) {
    const number = formatCardNumber(SANDBOX_NETWORK, await nextCardSerial(ctx.db.system));
    if (!isFlakyCard(number)) numbers.push(number);
  }
  await requireNetwork(ctx).importCards(
    numbers.map((number) => ({
      partnerId: SANDBOX_NETWORK,
      number,
      status: CARD_STATUS.active,
      balanceKopecks,
      isVirtual: true,
    })),
  );
  return numbers;
}
