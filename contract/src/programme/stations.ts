import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { decimal, absentWhenEmpty, listSchema, wholeNumber } from '../fields.ts';
import { LIMIT_UNITS, PARTNER, PARTNER_ID_MAX, type PartnerId } from '../ids.ts';
import { rubles } from '../kopecks.ts';

/** Map, route and the tender board: spec sections 2, 3, 7; docs/calls.md 6. */

export const station = z.object({
  id: z.int(),
  lat: z.number(),
  lon: z.number(),
  region: z.string(),
  city: z.string(),
  street: z.string(),
  house: z.string(),
  brand: z.string(),
  name: z.string(),
  ownType: z.string(),
  qr_available: z.boolean(),
  price_dt: rubles.nullable(),
});

export const listStations = endpoint({
  name: 'listStations',
  method: 'GET',
  path: '/api/service_center/map',
  summary: 'Every station; compressed, with an ETag',
  caller: 'public',
  query: z.object({ web: z.string().max(5).optional() }),
  data: z.array(station),
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

export const downloadStationList = endpoint({
  name: 'downloadStationList',
  method: 'GET',
  path: '/api/service_center/list.csv',
  summary: 'The station list as CSV',
  caller: 'public',
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/spec-lines.md 1, docs/calls.md 6',
});

export const drawStations = endpoint({
  name: 'drawStations',
  method: 'GET',
  path: '/api/service_center/picture.svg',
  summary: 'The country drawn from its stations, a dot a place, as SVG: the picture of the landing page',
  caller: 'public',
  kind: 'file',
  mime: 'image/svg+xml',
  source: 'docs/spec-lines.md 1',
});

/** `Number` alone would read nothing at all as nought. */
const COORDINATE = /^\s*-?\d{1,3}(\.\d+)?\s*$/;

function readPoint(text: string): [number, number] | null {
  const parts = text.split(',').map((part) => (COORDINATE.test(part) ? Number(part) : NaN));
  const [lat = NaN, lon = NaN] = parts;
  const good = parts.length === 2 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return good ? [lat, lon] : null;
}

const TOO_MANY_POINTS = 'Не больше 50 точек';

// Validated as one field: an error in any of the points is reported under its name.
const points = z
  .string({ error: 'Укажите точки маршрута' })
  .max(2000, { error: TOO_MANY_POINTS, abort: true })
  .transform((text, context): [number, number][] => {
    const input = text
      .split(';')
      .filter((part) => part.trim() !== '')
      .map(readPoint);
    const read = input.filter((item) => item !== null);
    if (read.length < input.length) context.addIssue('Точка указывается как широта,долгота');
    return read;
  })
  .refine((read) => read.length >= 2, 'Нужны хотя бы две точки')
  .refine((read) => read.length <= 50, TOO_MANY_POINTS);

const route = z.object({
  distance_m: z.number(),
  duration_s: z.number(),
  path: z.array(z.tuple([z.number(), z.number()])),
  tolls_avoided: z.boolean(),
  provider: z.string(),
});

/** Routes over our own scheme of highways are approximate, and the screens point that out. */
export const APPROXIMATE_ROUTER = 'embedded';

export const buildRoute = endpoint({
  name: 'buildRoute',
  method: 'GET',
  path: '/api/route',
  summary: 'Route through points, tolls avoided',
  caller: 'public',
  query: z.object({ points }),
  data: route,
  source: 'docs/spec-lines.md 2 and 9, docs/calls.md 6',
});

export const readRoadMap = endpoint({
  name: 'readRoadMap',
  method: 'GET',
  path: '/api/road-map',
  summary: 'Cities and highways that the base map draws and the search of cities knows',
  caller: 'public',
  data: z.object({
    cities: z.array(z.object({ name: z.string(), region: z.string(), lat: z.number(), lon: z.number() })),
    highways: z.array(z.object({ ref: z.string(), path: z.array(z.tuple([z.number(), z.number()])) })),
  }),
  source: 'docs/spec-lines.md 2, docs/specification.md 3',
});

function amount(max: number, tooMuch: string, least = 0, tooLittle = 'Не меньше нуля') {
  return decimal(least, max, tooLittle, tooMuch);
}

const network = wholeNumber(1, PARTNER_ID_MAX, 'Неизвестная сеть');

export const planFuel = endpoint({
  name: 'planFuel',
  changesNothing: true,
  method: 'POST',
  path: '/api/route/fuel-plan',
  summary: 'Where and how much to fuel on a route so that the trip costs least',
  caller: 'public',
  body: z
    .object({
      points,
      tank_litres: amount(3000, 'Бак до 3000 л', 10, 'Бак от 10 л'),
      litres_per_100km: amount(150, 'Расход до 150 л', 1, 'Расход от 1 л'),
      start_litres: amount(3000, 'В баке до 3000 л'),
      reserve_litres: amount(3000, 'Запас до 3000 л'),
      partners: absentWhenEmpty(listSchema(network, PARTNER_ID_MAX)).meta({
        description: 'networks whose cards there are; without it every station',
      }),
      limits: absentWhenEmpty(
        listSchema(
          z.object({
            partner_id: network,
            unit: z.enum(LIMIT_UNITS),
            left: amount(1e9, 'Слишком много'),
          }),
          PARTNER_ID_MAX,
        ),
      ).meta({ description: 'what the card of a network may still pay for on this trip: rubles or litres' }),
    })
    .superRefine((input, context) => {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (input.start_litres > input.tank_litres) refuse('start_litres', 'Больше, чем вмещает бак');
      if (input.reserve_litres >= input.tank_litres)
        refuse('reserve_litres', 'Запас должен быть меньше бака');
      if (input.start_litres < input.reserve_litres) refuse('start_litres', 'Меньше запаса');
    }),
  data: z.object({
    route: route.omit({ path: true }),
    stops: z.array(
      z.object({
        station,
        along_m: z.number().meta({ description: 'from the start, by the road' }),
        detour_m: z.number().meta({ description: 'from the road to the station and back' }),
        arrival_litres: z.number(),
        litres: z.number().meta({ description: 'to fuel, in tenths' }),
        sum: rubles,
      }),
    ),
    litres: z.number(),
    sum: rubles,
    end_litres: z.number(),
    stations: z.int().meta({ description: 'stations of the route that were chosen among' }),
    limits: z
      .array(z.object({ partner_id: z.int(), litres: z.number(), bought: z.number() }))
      .meta({ description: 'limits of cards that were kept: litres at most, of them in the plan' }),
  }),
  source: 'docs/specification.md 3',
});

/** Maps a brand of stations to its network. */
export const NETWORK_OF_BRAND: Readonly<Record<string, PartnerId>> = {
  Роснефть: PARTNER.rn,
  Башнефть: PARTNER.rn,
  Газпромнефть: PARTNER.gpn,
  Татнефть: PARTNER.third,
};

/** Returns true for a brand that a network has by its name. */
export function isKnownBrand(
  brand: string,
  added: readonly { brands?: readonly string[] | undefined }[],
): boolean {
  return Object.hasOwn(NETWORK_OF_BRAND, brand) || added.some(({ brands }) => brands?.includes(brand));
}

/**
 * The network whose card a station takes, by its brand: an added network's own brands first. A brand of no network belongs
 * to "other stations".
 */
export function networkOfBrand(
  brand: string,
  added: readonly { id: PartnerId; brands?: readonly string[] | undefined }[],
): PartnerId {
  const own = added.find(({ brands }) => brands?.includes(brand));
  return own?.id ?? NETWORK_OF_BRAND[brand] ?? PARTNER.other;
}

export const countTenders = endpoint({
  name: 'countTenders',
  method: 'GET',
  path: '/api/tenders/count',
  summary: 'How many tender lots the tender board shows',
  caller: 'public',
  data: z.object({ count: z.int() }),
  source: 'docs/spec-lines.md 7',
});
