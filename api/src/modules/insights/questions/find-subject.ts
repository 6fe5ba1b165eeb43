import { NETWORK_OF_BRAND } from '#contract/programme/stations.ts';
import { getStem } from '#contract/values/word-stem.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { SummaryArgs } from '../../fuel/history/summarize-operations.ts';
import {
  findCardsNamed,
  findDriversNamed,
  findVehiclesNamed,
  listGoodsSold,
  listNetworksOfCards,
  type NamedItem,
} from './subject-store.ts';
import { findGoodsByWord } from './find-goods-by-word.ts';

/** Subject of a question. */
export interface Subject {
  filter: Pick<SummaryArgs['filter'], 'partnerId' | 'goodsTitles' | 'driverIds' | 'vehicleIds' | 'cardIds'>;
  /** The subject as understood, in the order of the question. */
  about: string[];
  unknown: string[];
}

/**
 * Finds what words mean within one company: a network, fuel, drivers by name, trucks by make or plate, cards by number
 * or comment. Whole phrases come before single words, so that «Волков Пётр» is one driver. A word without a meaning is
 * unknown.
 */
export async function findSubject(
  db: Db,
  scope: CompanyScope,
  words: readonly string[],
  days: { from: string; to: string },
): Promise<Subject> {
  const subject: Subject = { filter: {}, about: [], unknown: [] };
  const rest = await takeGoods(db, scope, await takeNetwork(db, scope, words, subject), days, subject);
  const phrases = rest.length > 1 ? [rest, ...rest.map((word) => [word])] : rest.map((word) => [word]);
  for (const phrase of phrases) {
    const isKnown = await addPeople(db, scope, phrase, subject);
    if (isKnown && phrase.length > 1) return subject;
    if (!isKnown && phrase.length === 1) subject.unknown.push(...phrase);
  }
  return subject;
}

async function takeNetwork(
  db: Db,
  scope: CompanyScope,
  words: readonly string[],
  subject: Subject,
): Promise<string[]> {
  if (words.length === 0) return [];
  const networks = await listNetworksOfCards(db, scope);
  return words.filter((word) => {
    const stem = getStem(word);
    if (stem.length < 3) return true;
    const ofBrand = Object.entries(NETWORK_OF_BRAND).find(([brand]) => isNamed(brand, stem))?.[1];
    const network = networks.find(({ id, title }) => isNamed(title, stem) || id === ofBrand);
    if (!network || subject.filter.partnerId !== undefined) return true;
    subject.filter.partnerId = network.id;
    subject.about.push(network.title);
    return false;
  });
}

async function takeGoods(
  db: Db,
  scope: CompanyScope,
  words: readonly string[],
  days: { from: string; to: string },
  subject: Subject,
): Promise<string[]> {
  const meant = words.flatMap((word) => findGoodsByWord(word) ?? []);
  if (meant.length === 0) return [...words];
  const sold = await listGoodsSold(db, scope, days);
  subject.filter.goodsTitles = sold.filter((title) => meant.some(({ pattern }) => pattern.test(title)));
  subject.about.push(...meant.map(({ title }) => title));
  return words.filter((word) => findGoodsByWord(word) === null);
}

async function addPeople(
  db: Db,
  scope: CompanyScope,
  phrase: readonly string[],
  { filter, about }: Subject,
): Promise<boolean> {
  const stems = phrase.map(getStem);
  const drivers = await findDriversNamed(db, scope, stems);
  const vehicles = drivers.length > 0 ? [] : await findVehiclesNamed(db, scope, stems);
  const cards = drivers.length + vehicles.length > 0 ? [] : await findCardsNamed(db, scope, stems);
  const [only, ...others] = [...drivers, ...vehicles, ...cards];
  if (!only) return false;
  if (drivers.length > 0) filter.driverIds = mergeIds(filter.driverIds, drivers);
  else if (vehicles.length > 0) filter.vehicleIds = mergeIds(filter.vehicleIds, vehicles);
  else filter.cardIds = mergeIds(filter.cardIds, cards);
  about.push(others.length === 0 ? only.title : `${phrase.join(' ')} (${others.length + 1})`);
  return true;
}

/** Two values of the same kind mean either of them: «Волков и Ёлкин». */
function mergeIds(known: readonly number[] | undefined, found: readonly NamedItem[]): number[] {
  return [...new Set([...(known ?? []), ...found.map(({ id }) => id)])];
}

function isNamed(title: string, stem: string): boolean {
  return title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\d]+/u)
    .some((word) => word.startsWith(stem));
}
