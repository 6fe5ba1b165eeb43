import { z } from 'zod';
import { DATED_FEED_OVERLAP } from '../read-dated-feed.ts';
import { requireAll } from '../read-records.ts';
import { getBalanceChange, type MoneyCommand, type MovementFacts } from '../prove-movement.ts';
import type { NetworkDriver, SettingCommand } from '../send-once.ts';
import { weighChange, weighLeft, type MoneyState, type Outcome, type Proof } from '../weigh-proofs.ts';
import type { Opti24Caller } from './opti24-caller.ts';
import {
  blockOpti24Card,
  listOpti24Cards,
  moveOpti24Money,
  readWallet,
  requireOpti24Card,
} from './opti24-cards.ts';
import { readContractFunds } from './opti24-contract.ts';
import { areSameGoods, readRestrictions, writeRestrictions } from './opti24-goods.ts';
import { isSameLimit, readOpti24Limits, writeOpti24Limit } from './opti24-limits.ts';
import type { Opti24Products } from './opti24-products.ts';
import { listOpti24Spending } from './opti24-sales.ts';

/** Sales of a station without a connection appear up to three days late, as the feed's overlap has it. */
const SALES_HORIZON_SECONDS = DATED_FEED_OVERLAP;

export function opti24Driver(
  caller: Opti24Caller,
  about: { products: () => Promise<Opti24Products>; office: string | null },
): NetworkDriver {
  const { products, office } = about;
  return {
    cannot: {},
    money: {
      salesHorizonSeconds: SALES_HORIZON_SECONDS,
      readMoney: (command, since) => readMoney(caller, command, since),
      listSales: ({ id }, from, to) => listOpti24Spending(caller, { id }, from, to),
      weigh: weighMovement,
    },
    writeMoney: (command, before) => moveOpti24Money(caller, before, getBalanceChange(command)),
    async requireCard({ cardNumber }) {
      await requireOpti24Card(caller, cardNumber);
    },
    async writeSetting(command) {
      const card = await requireOpti24Card(caller, command.cardNumber);
      switch (command.kind) {
        case 'block':
        case 'unblock':
          return blockOpti24Card(caller, card.id, command.kind === 'block');
        case 'set-limit': {
          const standing = requireAll(await readOpti24Limits(caller, card.id));
          const { limit } = command;
          return writeOpti24Limit(caller, card, { limit, standing, products: await products() });
        }
        case 'set-goods': {
          const standing = requireAll(await readRestrictions(caller, card.id));
          const { goodsIds } = command;
          return writeRestrictions(caller, card.id, { goodsIds, standing, products: await products() });
        }
      }
    },
    isSet: isSettingApplied,
    async orderCards({ count }) {
      if (office === null) return;
      const form = { contract_id: caller.contract, count: String(count), office_id: office };
      await caller.write('v2/orderCards', form, z.unknown().optional());
    },
    async listCards() {
      const { readable, unreadable } = await listOpti24Cards(caller);
      return {
        readable: readable.map(({ number, isVirtual }) => ({ number, isVirtual })),
        unreadable,
      };
    },
  };

  async function isSettingApplied(command: SettingCommand): Promise<boolean> {
    const card = await requireOpti24Card(caller, command.cardNumber);
    switch (command.kind) {
      case 'block':
        return !card.isActive;
      case 'unblock':
        return card.isActive;
      case 'set-limit':
        return isSameLimit(
          requireAll(await readOpti24Limits(caller, card.id)),
          command.limit,
          await products(),
        );
      case 'set-goods':
        return areSameGoods(
          requireAll(await readRestrictions(caller, card.id)),
          command.goodsIds,
          await products(),
        );
    }
  }
}

/** The sales come first: what is listed is then part of the wallet that is read after them. */
async function readMoney(caller: Opti24Caller, command: MoneyCommand, since: Date): Promise<MoneyState> {
  const card = await requireOpti24Card(caller, command.cardNumber);
  const sales = await listOpti24Spending(caller, card, since, caller.clock.now());
  const contractKopecks = await readContractFunds(caller);
  const leftKopecks = await readWallet(caller, card);
  return { id: card.id, isWallet: card.isWallet, leftKopecks, limit: null, contractKopecks, sales };
}

/**
 * The card's wallet changes by movements and by sales, the contract's funds by movements of all cards but not by what a
 * wallet buys. So one sale can't deceive both. A wallet that has shrunk proves no payout before every sale is listed.
 */
function weighMovement({ changeKopecks, readings, spent, isAlone, isComplete }: MovementFacts): Proof[] {
  const { before, after } = readings;
  const mayBeSale = changeKopecks < 0 && !isComplete;
  const wallet = mayBeSale ? 'unclear' : weighLeft(changeKopecks, readings, spent);
  const [was, is] = [before.contractKopecks, after.contractKopecks];
  const contract: Outcome =
    isAlone && was !== null && is !== null ? weighChange(is - was, -changeKopecks) : 'unclear';
  return [
    { source: 'Кошелёк карты', says: wallet },
    { source: 'баланс договора', says: contract },
  ];
}
