import { z } from 'zod';
import { CARD_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { CardMoney, FuelNetwork } from '../fuel-network.ts';
import { NETWORK_GOODS } from '../goods.ts';
import { DATED_FEED_OVERLAP, readDatedFeed } from '../read-dated-feed.ts';
import { readRecords, type Records } from '../read-records.ts';
import { requireCard } from '../require-card.ts';
import { getBalanceChange } from '../prove-movement.ts';
import { NetworkRefusal, sendOnce, type NetworkDriver } from '../send-once.ts';
import { identifier } from '../wire-values.ts';
import { callRnCard, type RnCardCaller } from './rn-card-caller.ts';
import { rnCardMoney } from './rn-card-money.ts';
import { NO_WALLET, readWallets, writeWallet } from './rn-card-wallet.ts';
import { readRnCardSales } from './rn-card-sales.ts';
import type { NetworkConfig, NetworkSetting } from '../network-setting.ts';

const cardShape = z.object({ Num: identifier, SCode: identifier });
const IN_WORK = '00';
const NO_LIMITS = 'Для карт этой сети лимит не задаётся';
const ALL_GOODS_ONLY = 'РН-Карт не ограничивает виды топлива по картам: выберите все';

/** Connects РН-Карт by its documented interface (docs/facts.md 8). docs/decisions/0015 lists what it lacks. */
export function rnCardFuelNetwork(
  config: Extract<NetworkConfig, { provider: 'rn-card' }>,
  { partnerId, journal, clock, timeLimitMs, report: reportUnreadable }: NetworkSetting,
): FuelNetwork {
  const caller = callRnCard({ ...config, timeLimitMs, report: reportUnreadable });
  return {
    partnerId,
    limitPeriods: [],
    ...sendOnce(createDriver(caller, clock), { journal, clock }),
    feedOverlap: DATED_FEED_OVERLAP,
    feedByDate: true,
    events: (after) => readDatedFeed(clock, after, (from, to) => readRnCardSales(caller, from, to)),
    cardStates: async () =>
      (await listMoney(caller)).map(({ SCode, ...money }) => ({
        ...money,
        isVirtual: false,
        status: SCode === IN_WORK ? CARD_STATUS.active : CARD_STATUS.blocked,
        goodsIds: NETWORK_GOODS.map((goods) => goods.id),
        limit: null,
      })),
    cardPage: async () => ({ cards: toCardMoney(await listMoney(caller)), next: null, calls: LIST_CALLS }),
    cardsAtOnce: 10_000,
    async cardsNamed(numbers) {
      const named = new Set(numbers);
      const cards = (await listMoney(caller)).filter(({ cardNumber }) => named.has(cardNumber));
      return { cards: toCardMoney(cards), calls: LIST_CALLS };
    },
  };
}

/** Calls for cards and wallets. The list has no pages, and only the complete list shows that a card is unknown. */
const LIST_CALLS = 2;

async function listMoney(caller: RnCardCaller) {
  const [cards, wallets] = await Promise.all([readCards(caller), readWallets(caller)]);
  const left = new Map(wallets.readable.map(({ card, wallet }) => [card, wallet.leftKopecks]));
  const hidden = new Set(wallets.unreadable.map((illegibleRecord) => illegibleRecord.key));
  const known = cards.readable.filter(({ Num }) => !hidden.has(Num));
  return known.map(({ Num, SCode }) => ({
    cardNumber: Num,
    balanceKopecks: kopecks(left.get(Num) ?? NO_WALLET.leftKopecks),
    SCode,
  }));
}

function toCardMoney(cards: readonly CardMoney[]): CardMoney[] {
  return cards.map(({ cardNumber, balanceKopecks }) => ({ cardNumber, balanceKopecks }));
}

function createDriver(caller: RnCardCaller, clock: Clock): NetworkDriver {
  return {
    cannot: { 'set-limit': NO_LIMITS },
    money: rnCardMoney(caller, { clock, requireCard: (cardNumber) => isActive(caller, cardNumber) }),
    async writeMoney(command, { id: card, leftKopecks, limit }) {
      const { requestId } = command;
      const before = { leftKopecks, ...(limit ?? NO_WALLET) };
      const changeKopecks = getBalanceChange(command);
      if (leftKopecks + changeKopecks < 0) throw new NetworkRefusal('Недостаточно средств на карте');
      await writeWallet(caller, { card, before, changeKopecks, requestId });
    },
    async requireCard(command) {
      if (command.kind !== 'set-goods') await isActive(caller, command.cardNumber);
    },
    async writeSetting(command) {
      if (command.kind === 'set-goods') return assertAllGoods(command.goodsIds);
      const path = command.kind === 'block' ? 'v1/BlockingCard' : 'v1/UnblockingCard';
      return caller.write(path, { card: command.cardNumber });
    },
    async isSet(command) {
      if (command.kind === 'set-goods') return false;
      return (await isActive(caller, command.cardNumber)) === (command.kind === 'unblock');
    },
    // Staff order plastic cards in the network's own web office; the cards then appear in the list.
    orderCards: () => Promise.resolve(),
    async listCards() {
      const { readable, unreadable } = await readCards(caller);
      return {
        readable: readable.map(({ Num }) => ({ number: Num, isVirtual: false })),
        unreadable,
      };
    },
  };
}

async function readCards(caller: RnCardCaller): Promise<Records<z.output<typeof cardShape>>> {
  const input = await caller.read('v1/GetCardsByContract', {}, z.array(z.unknown()));
  const cards = readRecords(input, 'Num', (item) => cardShape.parse(item));
  await caller.report(cards.unreadable, { list: 'cards', covers: 'all' });
  return cards;
}

async function isActive(caller: RnCardCaller, cardNumber: string): Promise<boolean> {
  const card = requireCard(await readCards(caller), (item) => item.Num === cardNumber);
  return card.SCode === IN_WORK;
}

/** A choice that the network would not enforce is refused, rather than shown without effect. */
function assertAllGoods(goodsIds: readonly number[]): void {
  if (!NETWORK_GOODS.every((goods) => goodsIds.includes(goods.id))) throw new NetworkRefusal(ALL_GOODS_ONLY);
}
