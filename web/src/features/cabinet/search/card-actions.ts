import { can, type Action, type Role } from '#contract/access.ts';
import { isInMaintenance, statusAction } from '../../../cards/card-state.ts';
import { givenName, type Card } from '../../../cards/describe-card.ts';
import { matchWords, MATCH, normalizeText } from '../../../lib/match-words.ts';
import { paths } from '../../../paths.ts';
import type { Maintenance } from '../../../state/maintenance.ts';
import { scoreCards, type Known } from './card-entries.ts';
import { pickBest, type Entry, type Scored } from './entry.ts';

export interface UserContext {
  role: Role;
  maintenance: Maintenance | null;
}

interface CardAction {
  key: string;
  title: string;
  /** Synonyms by which the search finds the action. */
  keywords: string;
  may: Action;
  /** Returns whether the action can be done with this card now. */
  fits: (card: Card, who: UserContext) => boolean;
  /** Page of the action; without a page it is a change of the card's status. */
  to?: (cardId: number) => string;
  /** The page on which the card is chosen. */
  general?: string;
}

const acceptsMoney = (card: Card, { maintenance }: UserContext) => !isInMaintenance(card, maintenance);
/** An action on many cards does not belong to any single one of them. */
const never = () => false;
const canSwitchTo = (blocks: boolean) => (card: Card, who: UserContext) => {
  const action = statusAction(card, who);
  return action.blocks === blocks && action.disabledReason === null;
};

const ACTIONS: readonly CardAction[] = [
  {
    key: 'transfer',
    title: 'Перевести на карту',
    keywords: 'пополнить перевод деньги',
    may: 'moveMoney',
    fits: acceptsMoney,
    to: (id) => paths.cardPayment(1, id),
    general: paths.cardPayment(1),
  },
  {
    key: 'payout',
    title: 'Вывести с карты',
    keywords: 'вывод снять вернуть деньги',
    may: 'moveMoney',
    fits: (card, who) => acceptsMoney(card, who) && card.card_sum > 0,
    to: (id) => paths.cardPayout(1, id),
    general: paths.cardPayout(1),
  },
  {
    key: 'transfer-many',
    title: 'Пополнить много карт',
    keywords: 'несколько все таблица список деньги',
    may: 'moveMoney',
    fits: never,
    general: paths.cardsPayment(1),
  },
  {
    key: 'payout-many',
    title: 'Вернуть деньги с многих карт',
    keywords: 'несколько всех таблица список',
    may: 'moveMoney',
    fits: never,
    general: paths.cardsPayout(1),
  },
  {
    key: 'limit',
    title: 'Лимит карты',
    keywords: 'лимиты ограничение',
    may: 'read',
    fits: () => true,
    to: (id) => paths.services(id),
    general: paths.anyServices,
  },
  {
    key: 'goods',
    title: 'Услуги карты',
    keywords: 'топливо товары',
    may: 'read',
    fits: () => true,
    to: (id) => paths.services(id),
    general: paths.anyServices,
  },
  {
    key: 'drivers',
    title: 'Водители карты',
    keywords: 'водитель прикрепить',
    may: 'read',
    fits: () => true,
    to: (id) => paths.drivers(id),
  },
  {
    key: 'operations',
    title: 'Операции по карте',
    keywords: 'транзакции заправки',
    may: 'read',
    fits: () => true,
    to: (id) => paths.cardTransactions(id),
  },
  {
    key: 'block',
    title: 'Заблокировать карту',
    keywords: 'блокировка',
    may: 'changeCard',
    fits: canSwitchTo(true),
  },
  {
    key: 'unblock',
    title: 'Разблокировать карту',
    keywords: 'разблокировка',
    may: 'changeCard',
    fits: canSwitchTo(false),
  },
];

/** Largest number of cards that one action offers. */
const MAX_CARDS_PER_ACTION = 5;

/**
 * Scores actions on a card. «перевести 4000» is the action with that card. «перевести» alone leads to the choice of the
 * card, or lets the user continue typing.
 */
export function scoreActions(known: Known, words: string, who: UserContext): Scored[] {
  return ACTIONS.filter(({ may }) => can(who.role, may)).flatMap((action) => {
    const { isNamed, rest } = withoutAction(action, words);
    if (!isNamed) return [];
    const isChosen = words === normalizeText(action.title);
    if (rest === '' && !isChosen) return [{ entry: general(action), score: scoreTitle(action, words) }];
    const cards = scoreCards(known, rest)
      .filter(({ card }) => action.fits(card, who))
      .map(({ card, score }) => ({ card, score: isChosen ? MATCH.whole : score }));
    return pickBest(cards, MAX_CARDS_PER_ACTION).map(({ card }) => ({
      entry: toActionEntry(action, card, known),
      score: MATCH.whole,
    }));
  });
}

/** Lists the actions that a card allows now. */
export function listCardActions(card: Card, known: Known, who: UserContext): Entry[] {
  return ACTIONS.filter((action) => can(who.role, action.may) && action.fits(card, who)).map((action) =>
    // The heading of the group names the card.
    ({ ...toActionEntry(action, card, known), title: action.title, note: '' }),
  );
}

/** Lists the actions offered before anything is typed. */
export function listUsualActions({ role }: UserContext): Entry[] {
  return ACTIONS.filter(({ key, may }) => ['transfer', 'payout'].includes(key) && can(role, may)).map(
    general,
  );
}

const CONNECTING_WORDS = /^(на|с|со|по|для|у|карт[аыуе]?)$/;
const MIN_LETTERS = 3;

/** Removes the words that name the action. The rest names the card. */
function withoutAction(action: CardAction, words: string): { isNamed: boolean; rest: string } {
  const own = normalizeText(`${action.title} ${action.keywords}`).split(' ');
  const parts = words.split(' ').filter((part) => !CONNECTING_WORDS.test(part));
  const rest = parts.filter(
    (part) => part.length < MIN_LETTERS || !own.some((word) => word.startsWith(part)),
  );
  return { isNamed: rest.length < parts.length, rest: rest.join(' ') };
}

function scoreTitle({ title }: CardAction, words: string): number {
  return Math.max(MATCH.words, matchWords(words, normalizeText(title)));
}

function general(action: CardAction): Entry {
  return {
    key: action.key,
    kind: 'action',
    title: `${action.title}…`,
    ...(action.general === undefined ? { fill: `${action.title} ` } : { to: action.general }),
  };
}

function toActionEntry(action: CardAction, card: Card, known: Known): Entry {
  const number = known.getNumber(card);
  return {
    key: `${action.key}:${card.id}`,
    kind: 'action',
    opens: `card:${card.id}`,
    title: `${action.title} ${number}`,
    note: givenName(card),
    ...(action.to ? { to: action.to(card.id) } : { changes: card }),
  };
}
