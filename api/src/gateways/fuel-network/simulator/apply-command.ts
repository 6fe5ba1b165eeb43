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
type MoveCommand = Extract<NetworkCommand, { kind: 'move-to-card' | 'move-from-card' }>;
type CardCommand = Exclude<NetworkCommand, { kind: 'issue' }>;

/** Carries a command out within the caller's transaction; a refusal changes nothing. */
export async function applyCommand(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  command: NetworkCommand,
): Promise<FinalAnswer> {
  if (command.kind === 'issue') return issueCards(db, partnerId, command);
  const card = await findCardLocked(db, command.cardNumber);
  if (!card || card.partnerId !== partnerId) return refused(NO_CARD);
  return changeCard(db, card, command);
}

async function issueCards(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  { count, isVirtual = false }: { count: number; isVirtual?: boolean | undefined },
): Promise<FinalAnswer> {
  const cards: IssuedCard[] = [];
  while (cards.length < count) cards.push(await issueCard(db, partnerId, isVirtual));
  return { state: 'done', cards };
}

async function changeCard(db: Kysely<unknown>, card: StoredCard, command: CardCommand): Promise<FinalAnswer> {
  switch (command.kind) {
    case 'move-to-card':
    case 'move-from-card': {
      const { answer, byKopecks } = answerMovement(command, card.balanceKopecks);
      if (byKopecks !== 0) await changeBalance(db, card.cardNumber, byKopecks);
      return answer;
    }
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

/** Returns what a movement of money does to the card's balance. Null means that the network has no such card. */
export function answerMovement(
  command: MoveCommand,
  balanceKopecks: number | null,
): { answer: FinalAnswer; byKopecks: number } {
  if (balanceKopecks === null) return { answer: refused(NO_CARD), byKopecks: 0 };
  if (command.kind === 'move-to-card') return { answer: DONE, byKopecks: command.sumKopecks };
  if (balanceKopecks < command.sumKopecks)
    return { answer: refused('Недостаточно средств на карте'), byKopecks: 0 };
  return { answer: DONE, byKopecks: 0 - command.sumKopecks };
}

const NO_CARD = 'Карта не найдена в сети';
const DONE: FinalAnswer = { state: 'done' };

function refused(reason: string): FinalAnswer {
  return { state: 'refused', reason };
}
