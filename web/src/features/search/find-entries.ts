import { can, type Action } from '#contract/access.ts';
import type { Card } from '../../cards/describe-card.ts';
import { matchWords, MATCH, plainWords } from '../../lib/match-words.ts';
import { paths } from '../../paths.ts';
import { deedsOf, scoreDeeds, usualDeeds, type Who } from './card-deeds.ts';
import {
  cardEntry,
  driverEntry,
  scoreCards,
  scoreDrivers,
  scoreTrucks,
  truckEntry,
  type Known,
} from './card-entries.ts';
import { bestOf, type Entry, type Group, type Scored } from './entry.ts';

/** A place of the cabinet, or what a person does with his own session; `words` are other names for it. */
export type Offered = { entry: Entry; words?: string };

export interface Given {
  known: Known;
  places: readonly Offered[];
  own: readonly Offered[];
  who: Who;
}

const MOST_OF_GROUP = 5;

/** What is found in the browser at once, the best group first. */
export function findEntries(text: string, { known, places, own, who }: Given): Group[] {
  const words = plainWords(text);
  const cards = bestOf(scoreCards(known, words), MOST_OF_GROUP);
  const groups: { title: string; scored: Scored[] }[] = [
    {
      title: 'Действия',
      scored: bestOf(
        [...scoreDeeds(known, words, who), ...scoreOffered(actionsOf(who), words)],
        MOST_OF_GROUP,
      ),
    },
    { title: 'Карты', scored: cards.map(({ card, score }) => ({ entry: cardEntry(card, known), score })) },
    { title: 'Водители', scored: driversBy(known, words) },
    { title: 'Машины', scored: trucksBy(known, words) },
    { title: 'Разделы', scored: scoreOffered(places, words) },
    deedsOfOnly(cards, known, who),
    { title: 'Профиль', scored: scoreOffered(own, words) },
  ];
  return groups
    .filter(({ scored }) => scored.length > 0)
    .toSorted((one, other) => (other.scored[0]?.score ?? 0) - (one.scored[0]?.score ?? 0))
    .map(({ title, scored }) => ({ title, entries: scored.map(({ entry }) => entry) }));
}

function driversBy(known: Known, words: string): Scored[] {
  return bestOf(scoreDrivers(known, words), MOST_OF_GROUP).map(({ driver, score }) => ({
    entry: driverEntry(driver, known),
    score,
  }));
}

function trucksBy(known: Known, words: string): Scored[] {
  return bestOf(scoreTrucks(known, words), MOST_OF_GROUP).map(({ truck, score }) => ({
    entry: truckEntry(truck, known),
    score,
  }));
}

/** Whoever has named one card is offered what can be done with it. */
function deedsOfOnly(cards: readonly { card: Card; score: number }[], known: Known, who: Who) {
  const exact = cards.filter(({ score }) => score === MATCH.whole);
  const [only, ...others] = exact.length > 0 ? exact : cards;
  if (!only || others.length > 0) return { title: '', scored: [] };
  const entries = deedsOf(only.card, known, who);
  return {
    title: `Действия с картой ${known.numberOf(only.card)}`,
    scored: entries.map((entry) => ({ entry, score: MATCH.inside })),
  };
}

/** What stands there before anything is typed: what was opened last, then everything that can be done and where to go. */
export function usualEntries(recent: readonly Entry[], { places, own, who }: Given): Group[] {
  return [
    { title: 'Недавнее', entries: recent },
    { title: 'Действия', entries: [...usualDeeds(who), ...actionsOf(who).map(({ entry }) => entry)] },
    { title: 'Разделы', entries: places.map(({ entry }) => entry) },
    { title: 'Профиль', entries: own.map(({ entry }) => entry) },
  ].filter(({ entries }) => entries.length > 0);
}

/** The entry of a key that the browser itself knows; null when it is gone, or not his to see any more. */
export function entryOf(key: string, { known, places }: Given): Entry | null {
  const [kind, id] = key.split(':');
  if (kind === 'card') {
    const card = known.cards.find((one) => one.card.id === Number(id))?.card;
    return card ? cardEntry(card, known) : null;
  }
  if (kind === 'driver') {
    const driver = known.drivers.find((one) => one.driver.id === Number(id))?.driver;
    return driver ? driverEntry(driver, known) : null;
  }
  if (kind === 'truck') {
    const truck = known.trucks.find((one) => one.truck.id === Number(id))?.truck;
    return truck ? truckEntry(truck, known) : null;
  }
  return places.find(({ entry }) => entry.key === key)?.entry ?? null;
}

function scoreOffered(offered: readonly Offered[], words: string): Scored[] {
  const scored = offered.map(({ entry, words: others = '' }) => ({
    entry,
    score: Math.max(
      matchWords(words, plainWords(entry.title)),
      Math.min(MATCH.words, matchWords(words, plainWords(`${entry.title} ${others}`))),
    ),
  }));
  return bestOf(scored, MOST_OF_GROUP);
}

const ACTIONS: readonly (Offered & { may: Action })[] = [
  {
    may: 'moveMoney',
    words: 'выставить счёт на оплату пополнение баланса деньги',
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
    words: 'новая карта заявка выпустить',
    entry: { key: 'order', kind: 'action', title: 'Заказать карты', to: paths.create },
  },
  {
    may: 'changeCard',
    words: 'добавить водителя',
    entry: { key: 'new-driver', kind: 'action', title: 'Новый водитель', to: paths.drivers() },
  },
];

function actionsOf({ role }: Who): readonly Offered[] {
  return ACTIONS.filter(({ may }) => can(role, may));
}
