import { z } from 'zod';
import { CARD_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { NetworkConfig, NetworkSetting } from '../choose-network.ts';
import type { FuelNetwork } from '../fuel-network.ts';
import { NETWORK_GOODS } from '../goods.ts';
import { DATED_FEED_OVERLAP, readDatedFeed } from '../read-dated-feed.ts';
import { readRecords, requireAll, type Records } from '../read-records.ts';
import { requireCard } from '../require-card.ts';
import { NetworkRefusal, sendOnce, type CardCommand, type NetworkDriver } from '../send-once.ts';
import { identifier } from '../wire-values.ts';
import { callRnCard, type RnCardCaller } from './rn-card-caller.ts';
import { NO_PURSE, readPurses, writePurse, type Purse } from './rn-card-purse.ts';
import { readRnCardSales } from './rn-card-sales.ts';

const cardShape = z.object({ Num: identifier, SCode: identifier });
const IN_WORK = '00';
const NO_LIMITS = 'Для карт этой сети лимит не задаётся';
const ALL_GOODS_ONLY = 'РН-Карт не ограничивает виды топлива по картам: выберите все';

/** РН-Карт by its documented interface (domain.md section 8); docs/decisions/0015 says what it lacks. */
export function rnCardFuelNetwork(
  config: Extract<NetworkConfig, { provider: 'rn-card' }>,
  { partnerId, journal, clock, timeLimitMs, tell }: NetworkSetting,
): FuelNetwork {
  const caller = callRnCard({ ...config, timeLimitMs, tell });
  return {
    partnerId,
    ...sendOnce(driverOf(caller), { journal, clock }),
    feedOverlap: DATED_FEED_OVERLAP,
    events: (after) => readDatedFeed(clock, after, (from, to) => readRnCardSales(caller, from, to)),
    async cardStates() {
      const [cards, purses] = await Promise.all([readCards(caller), readPurses(caller)]);
      const left = new Map(purses.legible.map(({ card, purse }) => [card, purse.leftKopecks]));
      const hidden = new Set(purses.illegible.map((one) => one.key));
      const known = cards.legible.filter(({ Num }) => !hidden.has(Num));
      return known.map(({ Num, SCode }) => ({
        cardNumber: Num,
        isVirtual: false,
        status: SCode === IN_WORK ? CARD_STATUS.active : CARD_STATUS.blocked,
        balanceKopecks: kopecks(left.get(Num) ?? NO_PURSE.leftKopecks),
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
    // Staff order plastic cards in the network's own web office; the cards then appear in the list.
    orderCards: () => Promise.resolve(),
    async listCards() {
      const { legible, illegible } = await readCards(caller);
      return { legible: legible.map(({ Num }) => ({ number: Num, isVirtual: false })), illegible };
    },
  };
}

async function readCards(caller: RnCardCaller): Promise<Records<z.output<typeof cardShape>>> {
  const said = await caller.read('v1/GetCardsByContract', {}, z.array(z.unknown()));
  const cards = readRecords(said, 'Num', (one) => cardShape.parse(one));
  await caller.tell(cards.illegible, { list: 'cards', covers: 'all' });
  return cards;
}

async function isActive(caller: RnCardCaller, cardNumber: string): Promise<boolean> {
  const card = requireCard(await readCards(caller), (one) => one.Num === cardNumber);
  return card.SCode === IN_WORK;
}

async function purseOf(caller: RnCardCaller, cardNumber: string): Promise<Purse> {
  const purses = requireAll(await readPurses(caller, cardNumber));
  return purses.find(({ card }) => card === cardNumber)?.purse ?? NO_PURSE;
}

function isBlock(command: CardCommand): command is Extract<CardCommand, { kind: 'block' | 'unblock' }> {
  return command.kind === 'block' || command.kind === 'unblock';
}

function changeOf(command: CardCommand): number {
  if (command.kind === 'move-to-card') return command.sumKopecks;
  if (command.kind === 'move-from-card') return -command.sumKopecks;
  throw new Error(`${command.kind} moves no money`);
}

/** A choice that the network would not enforce is refused, rather than shown without effect. */
function assertAllGoods(goodsIds: readonly number[]): void {
  if (!NETWORK_GOODS.every((goods) => goodsIds.includes(goods.id))) throw new NetworkRefusal(ALL_GOODS_ONLY);
}
