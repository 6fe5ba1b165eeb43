import { createHash } from 'node:crypto';
import type { RegistryCompany } from './company-registry.ts';
import { withOgrnControlDigit } from './control-digits.ts';

/**
 * Returns whether an INN is invented. Tax region 00 does not exist, so its INNs cannot be those of real companies
 * (docs/calls.md 8).
 */
export function isInventedInn(inn: string): boolean {
  return inn.startsWith('00');
}

/**
 * Returns a mobile phone of the company, so that its code can be shown. No message reaches the phone, because the
 * outbox stores them all.
 */
export function inventedPhone(inn: string): string {
  return `79001${inn.slice(-7, -1)}`;
}

/** The same INN gives the same company on every machine: ten digits an ООО, twelve a sole trader. */
export function inventCompany(inn: string): RegistryCompany {
  const choose = chooser(inn);
  const person = `${choose(SURNAMES)} ${choose(NAMES)} ${choose(PATRONYMICS)}`;
  const address = { city: choose(CITIES), street: choose(STREETS), house: String(1 + choose.number(120)) };
  if (inn.length === 12) {
    return {
      inn,
      kpp: null,
      ogrn: withOgrnControlDigit(`316${inn.slice(0, 11)}`),
      title: `ИП ${person}`,
      legalForm: 'ИП',
      director: person,
      address,
      state: 'active',
      phones: [inventedPhone(inn)],
    };
  }
  return {
    inn,
    kpp: `${inn.slice(0, 4)}01001`,
    ogrn: withOgrnControlDigit(`117${inn.slice(0, 9)}`),
    title: `ООО «${choose(NAME_PREFIXES)}-${choose(NAME_SUFFIXES)}»`,
    legalForm: 'ООО',
    director: person,
    address,
    state: 'active',
    phones: [inventedPhone(inn)],
  };
}

interface Chooser {
  <Item>(items: readonly [Item, ...Item[]]): Item;
  number(below: number): number;
}

/** Each call consumes two bytes of the INN's hash, so neighbouring INNs differ in everything. */
function chooser(inn: string): Chooser {
  const bytes = createHash('sha256').update(inn).digest();
  let at = 0;
  const number = (below: number): number => bytes.readUInt16BE((at += 2) - 2) % below;
  const choose = <Item>(items: readonly [Item, ...Item[]]): Item => items[number(items.length)] ?? items[0];
  return Object.assign(choose, { number });
}

const NAME_PREFIXES = [
  'Авто',
  'Транс',
  'Груз',
  'Рейс',
  'Тракт',
  'Магнит',
  'Вектор',
  'Север',
  'Восток',
  'Фура',
] as const;
const NAME_SUFFIXES = [
  'Логистика',
  'Экспресс',
  'Сервис',
  'Союз',
  'Партнёр',
  'Линия',
  'Альянс',
  'Путь',
  'Карго',
] as const;
const SURNAMES = [
  'Иванов',
  'Смирнов',
  'Ёлкин',
  'Попов',
  'Васильев',
  'Павлов',
  'Фёдоров',
  'Волков',
  'Зайцев',
] as const;
const NAMES = [
  'Алексей',
  'Борис',
  'Владимир',
  'Глеб',
  'Денис',
  'Евгений',
  'Семён',
  'Михаил',
  'Тимур',
] as const;
const PATRONYMICS = [
  'Андреевич',
  'Васильевич',
  'Игоревич',
  'Львович',
  'Олегович',
  'Петрович',
  'Юрьевич',
] as const;
const CITIES = [
  'Тверь',
  'Рязань',
  'Тула',
  'Калуга',
  'Орёл',
  'Вологда',
  'Пенза',
  'Уфа',
  'Омск',
  'Тюмень',
  'Чита',
] as const;
const STREETS = [
  'Промышленная',
  'Вокзальная',
  'Складская',
  'Транспортная',
  'Объездная',
  'Полевая',
  'Заводская',
] as const;
