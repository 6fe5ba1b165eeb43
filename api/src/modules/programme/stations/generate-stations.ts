import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import {
  crowKm,
  listLegs,
  getPairKey,
  type City,
  type Leg,
  type Roads,
} from '../../../gateways/routing/roads.ts';
import { seededRandom, type SeededRandom } from '../../../lib/seeded-random.ts';
import type { Station } from './stations.ts';

/**
 * The stations of the demonstration: invented, at real places along the real highways and in their cities. The same
 * roads give the same list.
 */
export function generateStations(roads: Roads): Station[] {
  const random = seededRandom(20_240_917);
  const numbers = new Map<string, number>();
  const stations: Station[] = [];
  const add = (spot: Spot): void => void stations.push(stationAt(spot, random, numbers));
  for (const spot of roadSpots(roads, random)) add(spot);
  for (const city of roads.cities) for (const spot of citySpots(city, roads, random)) add(spot);
  return stations;
}

interface Spot {
  lat: number;
  lon: number;
  city: City;
  street: string;
  house: string;
}

/** West of the Yenisei stations stand closer than beyond it. */
const SPACING_KM = { west: 22, east: 40, eastOfLon: 75 };
/** Two highways that run between the same cities lie this far apart; well within 0.03 of each other's line. */
const OFFSET_DEGREES = 0.011;

function roadSpots(roads: Roads, random: SeededRandom): Spot[] {
  const names = new Map(roads.highways.map(({ ref, title }) => [ref, roadName(ref, title)]));
  const runs = new Map<string, number>();
  const travelled = new Map<string, number>();
  return listLegs(roads).flatMap((leg) => {
    const startKm = travelled.get(leg.ref) ?? 0;
    travelled.set(leg.ref, startKm + leg.km);
    const pair = getPairKey(leg.from.name, leg.to.name);
    const run = runs.get(pair) ?? 0;
    runs.set(pair, run + 1);
    // The old toll-free sections of М-4 pass the same stations.
    if (leg.ref.includes('альт')) return [];
    return legSpots(leg, { startKm, run, street: names.get(leg.ref) ?? leg.ref }, random);
  });
}

function legSpots(
  leg: Leg,
  road: { startKm: number; run: number; street: string },
  random: SeededRandom,
): Spot[] {
  const isEast = leg.from.lon > SPACING_KM.eastOfLon;
  const spacing = isEast ? SPACING_KM.east : SPACING_KM.west;
  const count = Math.max(1, Math.round(leg.km / spacing));
  const aside = leg.to.lat - leg.from.lat > 0 ? OFFSET_DEGREES : -OFFSET_DEGREES;
  return Array.from({ length: count }, (_, index) => {
    const at = (index + 0.5 + (random.next() - 0.5) * 0.6) / count;
    const near = at < 0.5 ? leg.from : leg.to;
    return {
      lat: leg.from.lat + (leg.to.lat - leg.from.lat) * at + (random.next() - 0.5) * 0.008,
      lon: leg.from.lon + (leg.to.lon - leg.from.lon) * at + (random.next() - 0.5) * 0.008 + road.run * aside,
      city: near,
      street: road.street,
      house: `${Math.max(1, Math.round(road.startKm + leg.km * at))}-й км`,
    };
  });
}

/** «Дон»: Москва — Воронеж … of М-4 → трасса М-4 «Дон». */
function roadName(ref: string, title: string): string {
  const given = /^«[^»]+»/.exec(title)?.[0];
  return `трасса ${ref.replace(' подъезд', ', подъезд').replace('—', ' — ')}${given ? ` ${given}` : ''}`;
}

const STREETS = [
  'Ленина',
  'Советская',
  'Промышленная',
  'Заводская',
  'Магистральная',
  'Мира',
  'Гагарина',
  'Объездное шоссе',
  'Транспортная',
  'Южное шоссе',
  'Северная',
  'Индустриальная',
  'Складская',
  'Победы проспект',
  'Вокзальная',
];

/** Large cities, besides those where many roads meet. */
const LARGE: Record<string, number> = {
  Москва: 34,
  'Санкт-Петербург': 22,
  Новосибирск: 9,
  Екатеринбург: 9,
  Казань: 9,
  'Нижний Новгород': 8,
  Челябинск: 8,
  Красноярск: 8,
  Самара: 7,
  Уфа: 8,
  'Ростов-на-Дону': 8,
  Омск: 7,
  Краснодар: 8,
  Воронеж: 7,
  Пермь: 7,
  Волгоград: 7,
};

function citySpots(city: City, roads: Roads, random: SeededRandom): Spot[] {
  const roadsHere = roads.highways.filter(({ path }) => path.includes(city.name)).length;
  const count = LARGE[city.name] ?? 1 + Math.min(4, roadsHere);
  const spread = count > 6 ? 0.09 : 0.035;
  return Array.from({ length: count }, () => {
    const angle = random.next() * 2 * Math.PI;
    const away = Math.sqrt(random.next()) * spread;
    return {
      lat: city.lat + Math.sin(angle) * away * 0.7,
      lon: city.lon + Math.cos(angle) * away,
      city,
      street: random.pick(STREETS),
      house: `${random.whole(1, 140)}${random.chance(0.2) ? random.pick(['А', 'Б', '/1', '/2']) : ''}`,
    };
  });
}

interface Brand {
  name: string;
  /** Share of all stations, and regions where the brand has more of them or is alone. */
  weight: number;
  where?: (city: City) => number;
  own: readonly string[];
}

const BRANDS: readonly Brand[] = [
  { name: 'Роснефть', weight: 22, own: ['Собственная', 'Собственная', 'Франшиза'] },
  { name: 'Газпромнефть', weight: 20, own: ['Собственная', 'Собственная', 'Франшиза'] },
  { name: 'Татнефть', weight: 12, where: nearCity('Казань', 600, 3), own: ['Собственная', 'Партнёрская'] },
  { name: 'Лукойл', weight: 16, own: ['Партнёрская'] },
  { name: 'Teboil', weight: 7, where: placeWest(60), own: ['Партнёрская'] },
  { name: 'Башнефть', weight: 6, where: nearCity('Уфа', 500, 6), own: ['Партнёрская', 'Франшиза'] },
  { name: 'Сургутнефтегаз', weight: 6, where: nearCity('Великий Новгород', 450, 4), own: ['Партнёрская'] },
  { name: 'ПТК', weight: 6, where: nearCity('Санкт-Петербург', 350, 5), own: ['Партнёрская'] },
  { name: 'Трасса', weight: 5, where: nearCity('Москва', 350, 5), own: ['Партнёрская'] },
  { name: 'Нефтьмагистраль', weight: 4, where: nearCity('Москва', 150, 6), own: ['Партнёрская'] },
  { name: 'Опти', weight: 5, where: nearCity('Омск', 1200, 4), own: ['Партнёрская', 'Франшиза'] },
  { name: 'ННК', weight: 5, where: (city) => (city.lon > 105 ? 10 : 0), own: ['Партнёрская'] },
  { name: 'Независимая АЗС', weight: 6, own: ['Партнёрская'] },
];

/** Weighs places near a city: none beyond `km`, `times` as many within half of that. */
function nearCity(name: string, km: number, times: number): Brand['where'] {
  return (city) => {
    const centre = CENTRES[name];
    if (!centre) return 1;
    const away = crowKm(centre, city);
    return away > km ? (times > 4 ? 0 : 0.4) : away < km / 2 ? times : 1.5;
  };
}

function placeWest(lon: number): Brand['where'] {
  return (city) => (city.lon < lon ? 1 : 0);
}

const CENTRES: Record<string, { lat: number; lon: number }> = {
  Москва: { lat: 55.756, lon: 37.617 },
  'Санкт-Петербург': { lat: 59.934, lon: 30.335 },
  'Великий Новгород': { lat: 58.522, lon: 31.275 },
  Казань: { lat: 55.796, lon: 49.108 },
  Уфа: { lat: 54.735, lon: 55.979 },
  Омск: { lat: 54.989, lon: 73.368 },
};

function stationAt(spot: Spot, random: SeededRandom, numbers: Map<string, number>): Station {
  const brand = chooseBrand(spot.city, random);
  const number = (numbers.get(brand.name) ?? 0) + random.whole(1, 3);
  numbers.set(brand.name, number);
  const sellsDiesel = random.chance(0.97);
  const qrChance = brand.own.includes('Собственная') ? 0.75 : 0.25;
  return {
    lat: rounded(spot.lat),
    lon: rounded(spot.lon),
    region: spot.city.region,
    city: spot.city.name,
    street: spot.street,
    house: spot.house,
    brand: brand.name,
    name: brand.name === 'Независимая АЗС' ? `АЗС № ${number}` : `${brand.name} № ${number}`,
    ownType: random.pick(brand.own),
    qrAvailable: random.chance(qrChance),
    dieselPrice: sellsDiesel ? dieselPriceAt(spot.city, random) : null,
    // Known of some only, as in real lists.
    heightCentimetres: number % 2 === 0 ? 400 + (number % 5) * 25 : null,
    adblue: number % 3 === 0 ? null : sellsDiesel && number % 3 === 1,
  };
}

function chooseBrand(city: City, random: SeededRandom): Brand {
  const weighted = BRANDS.map((brand) => ({
    brand,
    weight: brand.weight * (brand.where ? brand.where(city) : 1),
  }));
  let left = random.next() * weighted.reduce((sum, { weight }) => sum + weight, 0);
  for (const { brand, weight } of weighted) {
    left -= weight;
    if (left < 0) return brand;
  }
  return BRANDS[0] as Brand;
}

/** Dearer the further from the refineries of the Volga and the Urals, and dearest in the far north-east. */
function dieselPriceAt({ lat, lon }: City, random: SeededRandom): Kopecks {
  const east = lon > 95 ? Math.min(11, (lon - 95) * 0.22) : 0;
  const north = lat > 62 ? Math.min(5, (lat - 62) * 0.7) : 0;
  return kopecks(Math.round((73.4 + east + north + random.next() * 3.6) * 100));
}

/** Five decimals are one metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
