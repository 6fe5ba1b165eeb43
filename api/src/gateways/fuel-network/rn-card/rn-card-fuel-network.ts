import { z } from 'zod';
import { CARD_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { NetworkConfig, NetworkSetting } from '../choose-network.ts';
import type { FuelNetwork } from '../fuel-network.ts';
import { NETWORK_GOODS } from '../goods.ts';
import { DATED_FEED_OVERLAP, readDatedFeed } from '../read-dated-feed.ts';
import { NetworkRefusal, sendOnce, type CardCommand, type NetworkDriver } from '../send-once.ts';
import { identifier } from '../wire-values.ts';
import { callRnCard, type RnCardCaller } from './rn-card-caller.ts';
import { NO_PURSE, readPurses, writePurse, type Purse } from './rn-card-purse.ts';
import { readRnCardSales } from './rn-card-sales.ts';

const cardsShape = z.array(z.object({ Num: identifier, SCode: identifier }));
const IN_WORK = '00';
const NO_LIMITS = 'Для карт этой сети лимит не задаётся';
const ALL_GOODS_ONLY = 'РН-Карт не ограничивает виды топлива по картам: выберите все';

/** РН-Карт by its documented interface (domain.md section 8); what it lacks is told in docs/decisions/0015. */
export function rnCardFuelNetwork(
  config: Extract<NetworkConfig, { provider: 'rn-card' }>,
  { partnerId, journal, clock, timeLimitMs }: NetworkSetting,
): FuelNetwork {
  const caller = callRnCard({ ...config, timeLimitMs });
  return {
    partnerId,
    ...sendOnce(driverOf(caller), { journal, clock }),
    feedOverlap: DATED_FEED_OVERLAP,
    events: (after) => readDatedFeed(clock, after, (from, to) => readRnCardSales(caller, from, to)),
    async cardStates() {
      const [cards, purses] = await Promise.all([readCards(caller), readPurses(caller)]);
      return cards.map(({ Num, SCode }) => ({
        cardNumber: Num,
        isVirtual: false,
        status: SCode === IN_WORK ? CARD_STATUS.active : CARD_STATUS.blocked,
        balanceKopecks: kopecks((purses.get(Num) ?? NO_PURSE).leftKopecks),
        goodsIds: NETWORK_GOODS.map((goods) => goods.id),
        limit: null,
      }));
    },
  };
}

function driverOf(caller: RnCardCaller): NetworkDriver {
  return {
    cannot: { 'set-limit': NO_LIMITS },
    async read(command) {
      if (command.kind === 'set-goods') return null;
      if (isBlock(command)) return { active: await isActive(caller, command.cardNumber) };
      await isActive(caller, command.cardNumber);
      return purseOf(caller, command.cardNumber);
    },
    async write(command, before) {
      const { cardNumber: card, requestId } = command;
      if (command.kind === 'set-goods') return assertAllGoods(command.goodsIds);
      if (isBlock(command)) {
        return caller.write(command.kind === 'block' ? 'v1/BlockingCard' : 'v1/UnblockingCard', { card });
      }
      const purse = before as Purse;
      const changeKopecks = changeOf(command);
      if (purse.leftKopecks + changeKopecks < 0) throw new NetworkRefusal('Недостаточно средств на карте');
      await writePurse(caller, { card, before: purse, changeKopecks, requestId });
    },
    async look({ command, before }) {
      if (command.kind === 'set-goods') return 'not-done';
      if (isBlock(command)) {
        const wanted = command.kind === 'unblock';
        return (await isActive(caller, command.cardNumber)) === wanted ? 'done' : 'not-done';
      }
      const was = (before as Purse).valueKopecks;
      const { valueKopecks } = await purseOf(caller, command.cardNumber);
      if (valueKopecks === was + changeOf(command)) return 'done';
      return valueKopecks === was ? 'not-done' : 'unclear';
    },
    // Plastic is ordered in the network's own office by the programme's staff; its cards appear in the list.
    orderCards: () => Promise.resolve(),
    async listCards() {
      return (await readCards(caller)).map(({ Num }) => ({ number: Num, isVirtual: false }));
    },
  };
}

function readCards(caller: RnCardCaller): Promise<z.output<typeof cardsShape>> {
  return caller.read('v1/GetCardsByContract', {}, cardsShape);
}

async function isActive(caller: RnCardCaller, cardNumber: string): Promise<boolean> {
  const card = (await readCards(caller)).find((one) => one.Num === cardNumber);
  if (!card) throw new NetworkRefusal('Карта не найдена в сети');
  return card.SCode === IN_WORK;
}

async function purseOf(caller: RnCardCaller, cardNumber: string): Promise<Purse> {
  return (await readPurses(caller, cardNumber)).get(cardNumber) ?? NO_PURSE;
}

function isBlock(command: CardCommand): command is Extract<CardCommand, { kind: 'block' | 'unblock' }> {
  return command.kind === 'block' || command.kind === 'unblock';
}

function changeOf(command: CardCommand): number {
  if (command.kind === 'move-to-card') return command.sumKopecks;
  if (command.kind === 'move-from-card') return -command.sumKopecks;
  throw new Error(`${command.kind} moves no money`);
}

/** A choice that the network would not keep is refused, rather than shown and not held. */
function assertAllGoods(goodsIds: readonly number[]): void {
  if (!NETWORK_GOODS.every((goods) => goodsIds.includes(goods.id))) throw new NetworkRefusal(ALL_GOODS_ONLY);
}
