import type { Kysely } from 'kysely';
import { CARD_STATUS, type PartnerId } from '#contract/ids.ts';
import type { IssuedCard, NetworkAnswer, NetworkCommand } from '../fuel-network.ts';
import { findGoods } from '../goods.ts';
import {
  changeBalance,
  findCardLocked,
  issueCard,
  setCardGoods,
  setCardLimit,
  setCardStatus,
  type StoredCard,
} from './card-store.ts';

type FinalAnswer = Exclude<NetworkAnswer, { state: 'accepted' }>;
type CardCommand = Exclude<NetworkCommand, { kind: 'issue' }>;

/** Carries a command out within the caller's transaction; a refusal changes nothing. */
export async function applyCommand(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  command: NetworkCommand,
): Promise<FinalAnswer> {
  if (command.kind === 'issue') return issueCards(db, partnerId, command.count);
  const card = await findCardLocked(db, command.cardNumber);
  if (!card || card.partnerId !== partnerId) return refused('Карта не найдена в сети');
  return changeCard(db, card, command);
}

async function issueCards(db: Kysely<unknown>, partnerId: PartnerId, count: number): Promise<FinalAnswer> {
  const cards: IssuedCard[] = [];
  while (cards.length < count) cards.push(await issueCard(db, partnerId));
  return { state: 'done', cards };
}

async function changeCard(db: Kysely<unknown>, card: StoredCard, command: CardCommand): Promise<FinalAnswer> {
  switch (command.kind) {
    case 'move-to-card':
      await changeBalance(db, card.cardNumber, command.sumKopecks);
      return DONE;
    case 'move-from-card':
      if (card.balanceKopecks < command.sumKopecks) return refused('Недостаточно средств на карте');
      await changeBalance(db, card.cardNumber, 0 - command.sumKopecks);
      return DONE;
    case 'block':
    case 'unblock':
      if (card.status === CARD_STATUS.notSetUp) return refused('Карта ещё не настроена');
      await setCardStatus(
        db,
        card.cardNumber,
        command.kind === 'block' ? CARD_STATUS.blocked : CARD_STATUS.active,
      );
      return DONE;
    case 'set-limit':
      await setCardLimit(db, card.cardNumber, command.limit);
      return DONE;
    case 'set-goods':
      if (!command.goodsIds.every(findGoods)) return refused('Сеть не продаёт такой товар');
      await setCardGoods(db, card.cardNumber, command.goodsIds);
      return DONE;
  }
}

const DONE: FinalAnswer = { state: 'done' };

function refused(reason: string): FinalAnswer {
  return { state: 'refused', reason };
}
