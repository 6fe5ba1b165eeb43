import { z } from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import { NetworkUnavailable } from '../fuel-network.ts';
import type { MoneyCommand, MoneyProofs, MovementFacts } from '../prove-movement.ts';
import { DATED_FEED_OVERLAP } from '../read-dated-feed.ts';
import { requireAll } from '../read-records.ts';
import { weighChange, weighLeft, type MoneyState, type Outcome, type Proof } from '../weigh-proofs.ts';
import { decimal, toKopecks } from '../wire-values.ts';
import type { RnCardCaller } from './rn-card-caller.ts';
import { NO_WALLET, readWallets } from './rn-card-wallet.ts';
import { listRnCardSpending } from './rn-card-sales.ts';

/** Sales appear up to three days late, as the feed's overlap has it. */
const SALES_HORIZON_SECONDS = DATED_FEED_OVERLAP;
/** The network's clock is not ours. */
const DAY_MS = 86_400_000;

/** Returns the proofs of a movement at РН-Карт. `requireCard` refuses a card that is not there. */
export function rnCardMoney(
  caller: RnCardCaller,
  { clock, requireCard }: { clock: Clock; requireCard: (cardNumber: string) => Promise<unknown> },
): MoneyProofs {
  return {
    salesHorizonSeconds: SALES_HORIZON_SECONDS,
    readMoney: async (command, since) => {
      await requireCard(command.cardNumber);
      return readMoney(caller, command, { since, until: new Date(clock.now().getTime() + DAY_MS) });
    },
    listSales: ({ id }, from, to) => listRnCardSpending(caller, id, from, to),
    weigh: weighMovement,
  };
}

/** Reads the sales and the contract first. Their sales and payments are then part of the wallet, which is read last. */
async function readMoney(
  caller: RnCardCaller,
  { cardNumber: id }: MoneyCommand,
  { since, until }: { since: Date; until: Date },
): Promise<MoneyState> {
  const sales = await listRnCardSpending(caller, id, since, until);
  const contractKopecks = await readContractBalance(caller);
  const wallets = requireAll(await readWallets(caller, id));
  const { leftKopecks, code, valueKopecks } = wallets.find(({ card }) => card === id)?.wallet ?? NO_WALLET;
  return { id, isWallet: true, leftKopecks, limit: { code, valueKopecks }, contractKopecks, sales };
}

/**
 * Weighs the proofs of a movement. Sales lower the limit's remainder and never its value, so the two prove a movement
 * independently. A write sets the remainder as well and would undo a sale that it did not include. Where such a sale is
 * possible, a person decides. Before every sale is listed, the contract's balance has to show that the card's known
 * sales were the only ones.
 */
function weighMovement({ changeKopecks, readings, spent, isComplete }: MovementFacts): Proof[] {
  const { before, after } = readings;
  const [was, is] = [before.limit?.valueKopecks ?? 0, after.limit?.valueKopecks ?? 0];
  const isKnown = spent?.maybe.length === 0;
  const left = isKnown ? weighLeft(changeKopecks, readings, spent) : 'unclear';
  const proofs: Proof[] = [
    { source: 'Лимит карты', says: weighChange(is - was, changeKopecks) },
    { source: 'остаток лимита', says: left },
  ];
  if (isComplete) return proofs;
  const isExplained =
    isKnown &&
    before.contractKopecks !== null &&
    after.contractKopecks !== null &&
    after.contractKopecks - before.contractKopecks + spent.certainKopecks === 0;
  const contract: Outcome = isExplained ? left : 'unclear';
  return [...proofs, { source: 'баланс договора', says: contract }];
}

const balanceShape = z.object({ Balance: decimal });

/**
 * Returns the contract's balance. Fuel lowers it, a wallet does not. Null when it is not reported, which stops no
 * movement.
 */
async function readContractBalance(caller: RnCardCaller): Promise<number | null> {
  try {
    return toKopecks((await caller.read('v1/GetContractBalance', {}, balanceShape)).Balance);
  } catch (error) {
    if (error instanceof NetworkUnavailable) return null;
    throw error;
  }
}
