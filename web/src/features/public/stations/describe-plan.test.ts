import { expect, test } from 'vitest';
import {
  describeChoice,
  describePlan,
  formatDuration,
  formatKm,
  formatPlace,
  type FuelPlan,
} from './describe-plan.ts';

const plan: FuelPlan = {
  route: { distance_m: 1_070_300, duration_s: 60_000, tolls_avoided: true, provider: 'embedded' },
  stops: [
    {
      station: {
        id: 7,
        lat: 54,
        lon: 38,
        region: 'Тульская область',
        city: 'Тула',
        street: 'трасса М-4 «Дон»',
        house: '180-й км',
        brand: 'Роснефть',
        name: 'Роснефть № 12',
        ownType: 'Собственная',
        qr_available: true,
        price_dt: 73.5,
      },
      along_m: 180_200,
      detour_m: 400,
      arrival_litres: 52,
      litres: 260.5,
      sum: 19_146.75,
    },
  ],
  litres: 260.5,
  sum: 19_146.75,
  end_litres: 40,
  stations: 120,
  limits: [],
};

test('§2.100 a driver reads in his message where to stop, how much to fuel and what it costs', () => {
  const text = describePlan('Москва — Ростов-на-Дону', plan).replaceAll('\u00a0', ' ');
  expect(text.split('\n')).toEqual([
    'Маршрут: Москва — Ростов-на-Дону, 1 070 км',
    '1. 180 км: Роснефть № 12, Тула, трасса М-4 «Дон», 180-й км. Залить 260,5 л, 19 146,75 ₽',
    'Всего: 260,5 л, 19 146,75 ₽',
    'В конце в баке 40 л',
  ]);
  expect(describePlan('А — Б', { ...plan, stops: [] })).toContain('Заправляться в пути не нужно');
});

test('§2.100 distances and times read as people say them', () => {
  expect(formatKm(3_250)).toBe('3,3\u00a0км');
  expect(formatDuration(33_900)).toBe('9\u00a0ч 25\u00a0мин');
  expect(formatDuration(600)).toBe('10\u00a0мин');
});

test('§2.100 a plan from one station, or from twenty-one, is described as «из 21 станции»', () => {
  const formatChoice = (count: number) => describeChoice(count).replaceAll('\u00a0', ' ');
  expect(formatChoice(1)).toBe('из 1 станции у дороги');
  expect(formatChoice(21)).toBe('из 21 станции у дороги');
  expect(formatChoice(2)).toBe('из 2 станций у дороги');
  expect(formatChoice(1311)).toBe('из 1 311 станций у дороги');
});

test('§2.100 a station beyond any town is described without a stray comma', () => {
  const [stop] = plan.stops;
  if (!stop) throw new Error('the plan has a stop');
  expect(formatPlace({ ...stop.station, city: '' })).toBe('трасса М-4 «Дон», 180-й км');
  expect(formatPlace({ ...stop.station, street: '', house: '' })).toBe('Тула');
});
