import type { z } from 'zod';
import { shortNumber } from '#contract/values/card-number.ts';
import type { card } from '#contract/cards/cards.ts';
import type { driver } from '#contract/cards/drivers.ts';
import { getDraftKey } from '#contract/ids.ts';
import { formatPlate, formatTruck, includesPlate } from '#contract/values/plate.ts';
import type { NetworkTone } from '../ui/text/tone.ts';
import { maskAnyPhone } from '../lib/mask-any-phone.ts';

export type Card = z.infer<typeof card>;
export type Driver = z.infer<typeof driver>;

/** Forms after a number (`counted`). */
/** «3 виртуальные карты». */
export const VIRTUAL_CARD_FORMS = ['виртуальная карта', 'виртуальные карты', 'виртуальных карт'] as const;
export const CARD_FORMS = ['карта', 'карты', 'карт'] as const;

/** The colours of a network's cards. */
export function toneOfPartner(partnerId: number): NetworkTone {
  return getDraftKey(partnerId) as NetworkTone;
}

/** The number in groups of four, as printed on the card. */
export function groupedNumber(cardNumber: string): string {
  return cardNumber.replace(/(\d{4})(?=\d)/g, '$1\u00a0');
}

/** The card's name for people: its comment, else its driver, else its number. */
export function cardName(item: Pick<Card, 'comment' | 'drivers' | 'card_number'>): string {
  return givenName(item) || `Карта ${shortNumber(item.card_number)}`;
}

/** «Volvo FH •• 4000»: the card's name with its number. */
export function cardTitle(item: Pick<Card, 'comment' | 'drivers' | 'card_number'>): string {
  const name = givenName(item).replace(PLATE, (plate) => plate.replace(/ /g, '\u00a0'));
  return `${name || 'Карта'} ${shortNumber(item.card_number)}`;
}

/** A plate within a comment, as people write it: it breaks over no line. */
const PLATE = /\p{L} ?\d{3} ?\p{L}{2} ?\d{2,3}/u;

/** The comment, else the driver; empty if the card has neither. */
export function givenName({ comment, drivers }: Pick<Card, 'comment' | 'drivers'>): string {
  return comment || nameFirst(drivers.map(driverName));
}

/** «Абрамов И. В. и ещё 1»; where a line has less room, «Абрамов И. В. +1». */
export function nameFirst([first = '', ...rest]: readonly string[], more = 'и ещё '): string {
  return rest.length > 0 ? `${first} ${more}${rest.length}` : first;
}

/**
 * Describes everything that identifies the card, in a sentence: `•• 4821, А 123 ВС 77, рейс на Казань, Иванов И. П.`.
 */
export function formatCard(item: Pick<Card, 'comment' | 'drivers' | 'card_number' | 'vehicle'>): string {
  const { vehicle, comment } = item;
  // A comment may be the plate itself, as all of them were before there were trucks.
  const plate = vehicle && !includesPlate(comment, vehicle.plate) ? formatPlate(vehicle.plate) : null;
  return [shortNumber(item.card_number), plate, comment, ...item.drivers.slice(0, 2).map(driverName)]
    .filter(Boolean)
    .join(', ');
}

/** «А 123 ВС 77 · Volvo FH». Empty means that it is on no truck. */
export function getTruck({
  vehicle,
}: {
  vehicle: Pick<NonNullable<Card['vehicle']>, 'plate' | 'brand'> | null;
}): string {
  return vehicle ? formatTruck(vehicle) : '';
}

/** The same, but empty when the card's comment names the plate already. */
export function getUnnamedTruck({ comment, vehicle }: Pick<Card, 'comment' | 'vehicle'>): string {
  return vehicle && includesPlate(comment, vehicle.plate) ? '' : getTruck({ vehicle });
}

/** `Иванов И. П.` with no-break spaces. */
export function driverName(person: Pick<Driver, 'surname' | 'initialName' | 'initialPatronymic'>): string {
  return [person.surname, person.initialName, person.initialPatronymic].filter(Boolean).join('\u00a0');
}

export function fullDriverName(person: Pick<Driver, 'surname' | 'name' | 'patronymic'>): string {
  return [person.surname, person.name, person.patronymic].filter(Boolean).join(' ');
}

/** `79001234567` → `+7 (900) 123-45-67`, `375291234567` → `+375 (29) 123-45-67`, with no-break spaces. */
export function formatPhone(phone: string): string {
  return maskAnyPhone(phone).replaceAll(' ', '\u00a0');
}
