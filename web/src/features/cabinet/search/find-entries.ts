import { can, type Action } from '#contract/access.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { matchWords, MATCH, normalizeText } from '../../../lib/match-words.ts';
import { paths } from '../../../paths.ts';
import { listCardActions, scoreActions, listUsualActions, type UserContext } from './card-actions.ts';
import {
  cardEntry,
  driverEntry,
  scoreCards,
  scoreDrivers,
  scoreTrucks,
  truckEntry,
  type Known,
} from './card-entries.ts';
import { pickBest, type Entry, type Group, type Scored } from './entry.ts';

/** A place of the cabinet, or what a person does with his own session; `keywords` are other names for it. */
export type Offered = { entry: Entry; keywords?: string };

export interface Given {
  known: Known;
  places: readonly Offered[];
  own: readonly Offered[];
  /** Companies that the user may enter, for users who have several. */
  companies?: readonly Offered[];
  who: UserContext;
}

const MAX_PER_GROUP = 5;

/** Finds entries in the browser at once, the best group first. */
export function findEntries(text: string, { known, places, own, companies = [], who }: Given): Group[] {
  const words = normalizeText(text);
  const cards = pickBest(scoreCards(known, words), MAX_PER_GROUP);
  const groups: { title: string; scored: Scored[] }[] = [
    {
      title: 'Действия',
      scored: pickBest(
        [...scoreActions(known, words, who), ...scoreOffered(listActions(who), words)],
        MAX_PER_GROUP,
      ),
    },
    { title: 'Карты', scored: cards.map(({ card, score }) => ({ entry: cardEntry(card, known), score })) },
    { title: 'Водители', scored: driversBy(known, words) },
    { title: 'Машины', scored: trucksBy(known, words) },
    { title: 'Разделы', scored: scoreOffered(places, words) },
    listOnlyCardActions(cards, known, who),
    { title: 'Профиль', scored: scoreOffered(own, words) },
    { title: 'Компании', scored: pickBest(scoreOffered(companies, words), MAX_PER_GROUP) },
  ];
  return groups
    .filter(({ scored }) => scored.length > 0)
    .toSorted((a, b) => (b.scored[0]?.score ?? 0) - (a.scored[0]?.score ?? 0))
    .map(({ title, scored }) => ({ title, entries: scored.map(({ entry }) => entry) }));
}

function driversBy(known: Known, words: string): Scored[] {
  return pickBest(scoreDrivers(known, words), MAX_PER_GROUP).map(({ driver, score }) => ({
    entry: driverEntry(driver, known),
    score,
  }));
}

function trucksBy(known: Known, words: string): Scored[] {
  return pickBest(scoreTrucks(known, words), MAX_PER_GROUP).map(({ truck, score }) => ({
    entry: truckEntry(truck, known),
    score,
  }));
}

/** A user who has named one card is offered its actions. */
function listOnlyCardActions(
  cards: readonly { card: Card; score: number }[],
  known: Known,
  who: UserContext,
) {
  const exact = cards.filter(({ score }) => score === MATCH.whole);
  const [only, ...others] = exact.length > 0 ? exact : cards;
  if (!only || others.length > 0) return { title: '', scored: [] };
  const entries = listCardActions(only.card, known, who);
  return {
    title: `Действия с картой ${known.getNumber(only.card)}`,
    scored: entries.map((entry) => ({ entry, score: MATCH.inside })),
  };
}

/** Entries before anything is typed: first the last opened ones, then all actions and places. */
export function usualEntries(recent: readonly Entry[], { places, own, who }: Given): Group[] {
  return [
    { title: 'Недавнее', entries: recent },
    { title: 'Действия', entries: [...listUsualActions(who), ...listActions(who).map(({ entry }) => entry)] },
    { title: 'Разделы', entries: places.map(({ entry }) => entry) },
    { title: 'Профиль', entries: own.map(({ entry }) => entry) },
  ].filter(({ entries }) => entries.length > 0);
}

/** Returns the entry of a key from the browser's own data; null when the entry is gone, or the user may not see it any more. */
export function findEntry(key: string, { known, places }: Given): Entry | null {
  const [kind, id] = key.split(':');
  if (kind === 'card') {
    const card = known.cards.find((item) => item.card.id === Number(id))?.card;
    return card ? cardEntry(card, known) : null;
  }
  if (kind === 'driver') {
    const driver = known.drivers.find((item) => item.driver.id === Number(id))?.driver;
    return driver ? driverEntry(driver, known) : null;
  }
  if (kind === 'truck') {
    const truck = known.trucks.find((item) => item.truck.id === Number(id))?.truck;
    return truck ? truckEntry(truck, known) : null;
  }
  return places.find(({ entry }) => entry.key === key)?.entry ?? null;
}

/** Scores places and actions by their titles; their other names count less. The best come first. */
export function scoreOffered(offered: readonly Offered[], words: string): Scored[] {
  const scored = offered.map(({ entry, keywords: others = '' }) => ({
    entry,
    score: Math.max(
      matchWords(words, normalizeText(entry.title)),
      Math.min(MATCH.words, matchWords(words, normalizeText(`${entry.title} ${others}`))),
    ),
  }));
  return pickBest(scored, MAX_PER_GROUP);
}

const ACTIONS: readonly (Offered & { may: Action })[] = [
  {
    may: 'moveMoney',
    keywords: 'выставить счёт на оплату пополнение баланса деньги',
    entry: {
      key: 'top-up',
      kind: 'action',
      title: 'Пополнить счёт',
      note: 'выставить счёт на оплату',
      to: paths.payment(1),
    },
  },
  {
    may: 'orderCards',
    keywords: 'новая карта заявка выпустить',
    entry: { key: 'order', kind: 'action', title: 'Заказать карты', to: paths.create },
  },
  {
    may: 'changeCard',
    keywords: 'добавить водителя',
    entry: { key: 'new-driver', kind: 'action', title: 'Новый водитель', to: paths.drivers() },
  },
];

function listActions({ role }: UserContext): readonly Offered[] {
  return ACTIONS.filter(({ may }) => can(role, may));
}
