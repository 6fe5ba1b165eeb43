import type { EndpointData } from '#contract/endpoint.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { formatTruck } from '#contract/values/plate.ts';
import type { listVehicles } from '#contract/fleet/vehicles.ts';
import { cardState } from '../../../cards/card-state.ts';
import { formatNumberAmong } from '../../../cards/card-choices.ts';
import { fullDriverName, givenName, getTruck, type Card, type Driver } from '../../../cards/describe-card.ts';
import { formatMoney } from '../../../lib/format.ts';
import { MATCH, matchWords, normalizeText } from '../../../lib/match-words.ts';
import { paths } from '../../../paths.ts';
import type { Entry } from './entry.ts';

/** The words by which each card and driver is found, made once: a company may have ten thousand cards. */
export interface Known {
  cards: readonly { card: Card; names: string }[];
  drivers: readonly { driver: Driver; names: string }[];
  trucks: readonly { truck: Truck; names: string }[];
  /** `•• 4821`, longer where another card ends in the same digits. */
  getNumber: (card: Card) => string;
}

export type Truck = EndpointData<typeof listVehicles>[number];

export function buildKnown(
  cards: readonly Card[],
  drivers: readonly Driver[],
  trucks: readonly Truck[] = [],
): Known {
  return {
    cards: cards.map((card) => ({
      card,
      names: normalizeText(
        [card.comment, ...card.drivers.map(fullDriverName), getTruck(card), card.partner.title].join(' '),
      ),
    })),
    drivers: drivers.map((driver) => ({ driver, names: normalizeText(fullDriverName(driver)) })),
    trucks: trucks.map((truck) => ({ truck, names: normalizeText(formatTruck(truck)) })),
    getNumber: formatNumberAmong(cards),
  };
}

/** Fewer digits would find half of the cards. */
const FEWEST_DIGITS = /^\d{3,}$/;

/**
 * Scores how well a card matches: by its number, with or without spaces, by plate, comment, driver and network, or
 * several of them.
 */
function scoreCard({ card, names }: Known['cards'][number], words: string): number {
  const digits = words.replace(/^карта(?= )|\s/g, '');
  if (FEWEST_DIGITS.test(digits) && card.card_number.includes(digits))
    return card.card_number.endsWith(digits) ? MATCH.whole : MATCH.words;
  const parts = words.split(' ');
  const rest = parts.filter((part) => !FEWEST_DIGITS.test(part) || !card.card_number.includes(part));
  if (rest.length < parts.length && rest.length === 0) return MATCH.words;
  return matchWords(rest.join(' '), names);
}

export function scoreCards(known: Known, words: string): { card: Card; score: number }[] {
  return known.cards.map((card) => ({ card: card.card, score: scoreCard(card, words) }));
}

export function cardEntry(card: Card, known: Known): Entry {
  const name = givenName(card);
  const number = known.getNumber(card);
  const { text: words } = cardState(card);
  const isUsual = card.status.id === CARD_STATUS.active && card.inProgressOperations.length === 0;
  return {
    key: `card:${card.id}`,
    kind: 'card',
    card,
    title: name || `Карта ${number}`,
    note: [name && number, card.partner.title, !isUsual && words].filter(Boolean).join(' · '),
    aside: formatMoney(card.card_sum),
    to: paths.card(card.id),
  };
}

export function scoreDrivers(known: Known, words: string): { driver: Driver; score: number }[] {
  return known.drivers.map(({ driver, names }) => ({ driver, score: matchWords(words, names) }));
}

/** A driver has no page. Users search for the driver's cards. */
export function driverEntry(driver: Driver, known: Known): Entry {
  const cards = known.cards
    .map(({ card }) => card)
    .filter((card) => card.drivers.some(({ id }) => id === driver.id));
  return {
    key: `driver:${driver.id}`,
    kind: 'driver',
    title: fullDriverName(driver),
    note: cards.length > 0 ? cards.map(known.getNumber).join(', ') : 'карт нет',
    to: cards.length > 0 ? paths.cardsOfDriver(driver.id) : paths.drivers(),
  };
}

export function scoreTrucks(known: Known, words: string): { truck: Truck; score: number }[] {
  return known.trucks.map(({ truck, names }) => ({ truck, score: matchWords(words, names) }));
}

export function truckEntry(truck: Truck, known: Known): Entry {
  const cards = known.cards.filter(({ card }) => card.vehicle?.id === truck.id).map(({ card }) => card);
  const numbers = cards.length > 0 ? cards.map(known.getNumber).join(', ') : 'карт нет';
  return {
    key: `truck:${truck.id}`,
    kind: 'truck',
    title: formatTruck(truck),
    note: [truck.group_title, numbers].filter(Boolean).join(' · '),
    to: paths.vehicle(truck.id),
  };
}
