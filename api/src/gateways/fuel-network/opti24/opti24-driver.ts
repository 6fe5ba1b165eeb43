import { z } from 'zod';
import type { Clock } from '../../../lib/clock.ts';
import type { JournalEntry } from '../command-journal.ts';
import { requireAll } from '../read-records.ts';
import type { CardCommand, NetworkDriver } from '../send-once.ts';
import type { Opti24Caller } from './opti24-caller.ts';
import {
  blockOpti24Card,
  listOpti24Cards,
  moveOpti24Money,
  readWallet,
  requireOpti24Card,
} from './opti24-cards.ts';
import { areSameGoods, readRestrictions, writeRestrictions } from './opti24-goods.ts';
import { isSameLimit, readOpti24Limits, writeOpti24Limit } from './opti24-limits.ts';
import type { Opti24Products } from './opti24-products.ts';
import { readOpti24Spending } from './opti24-sales.ts';

type MoneyCommand = Extract<CardCommand, { kind: 'move-to-card' | 'move-from-card' }>;

export function opti24Driver(
  caller: Opti24Caller,
  about: { products: () => Promise<Opti24Products>; clock: Clock; office: string | null },
): NetworkDriver {
  const { products, clock, office } = about;
  return {
    cannot: {},
    async read(command) {
      const card = await requireOpti24Card(caller, command.cardNumber);
      return isMoney(command) ? readWallet(caller, card) : null;
    },
    async write(command) {
      const card = await requireOpti24Card(caller, command.cardNumber);
      switch (command.kind) {
        case 'move-to-card':
        case 'move-from-card':
          return moveOpti24Money(caller, card, changeOf(command));
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
    async look({ command, before, begunAt }) {
      if (isMoney(command)) return lookForMoney(caller, { command, before, begunAt, now: clock.now() });
      return (await isSet(command)) ? 'done' : 'not-done';
    },
    async orderCards({ count }) {
      if (office === null) return;
      const form = { contract_id: caller.contract, count: String(count), office_id: office };
      await caller.write('v2/orderCards', form, z.unknown().optional());
    },
    async listCards() {
      const { legible, illegible } = await listOpti24Cards(caller);
      return { legible: legible.map(({ number, isVirtual }) => ({ number, isVirtual })), illegible };
    },
  };

  async function isSet(command: Exclude<CardCommand, MoneyCommand>): Promise<boolean> {
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

/**
 * The wallet shows the outcome of a movement: it has changed by its sum and by what the card has bought since. Anything
 * else, such as a sale that is not listed yet or is unreadable, is unclear and is looked at again later.
 */
async function lookForMoney(
  caller: Opti24Caller,
  about: Pick<JournalEntry, 'before' | 'begunAt'> & { command: MoneyCommand; now: Date },
): Promise<'done' | 'not-done' | 'unclear'> {
  const { command, before, begunAt, now } = about;
  const card = await requireOpti24Card(caller, command.cardNumber);
  const balance = await readWallet(caller, card);
  const bought = await readOpti24Spending(caller, card, begunAt, now);
  if (bought === null) return 'unclear';
  const moved = balance - (before as number) + bought;
  if (moved === changeOf(command)) return 'done';
  return moved === 0 ? 'not-done' : 'unclear';
}

function isMoney(command: CardCommand): command is MoneyCommand {
  return command.kind === 'move-to-card' || command.kind === 'move-from-card';
}

function changeOf({ kind, sumKopecks }: MoneyCommand): number {
  return kind === 'move-to-card' ? sumKopecks : -sumKopecks;
}
