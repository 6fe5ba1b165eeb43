import { expect, test } from 'vitest';
import { VIEW, viewPlace } from './place-view.ts';

const TVER = { name: 'Тверь', region: '', lat: 56.858, lon: 35.9 };
const MOSCOW = { name: 'Москва', region: '', lat: 55.756, lon: 37.617 };
const MAP = {
  cities: [MOSCOW, TVER],
  highways: [
    {
      ref: 'М-10',
      path: [[MOSCOW.lat, MOSCOW.lon] as [number, number], [TVER.lat, TVER.lon] as [number, number]],
    },
  ],
};

test('a place stands in the middle, north above and east at the right of it', () => {
  const { towns, nearest } = viewPlace(MAP, { lat: 56.8, lon: 35.8 });
  expect(nearest).toEqual({ name: 'Тверь', km: 9 });
  expect(towns.map(({ name }) => name)).toEqual(['Тверь']);
  expect(towns[0]!.x).toBeGreaterThan(VIEW.width / 2);
  expect(towns[0]!.y).toBeLessThan(VIEW.height / 2);
});

test('the view widens until it shows a town, and is empty far from all of them', () => {
  const steppe = viewPlace(MAP, { lat: 56.858, lon: 33.5 });
  expect(steppe.towns.map(({ name }) => name)).toEqual(['Тверь']);
  const chukotka = viewPlace(MAP, { lat: 64.7, lon: 177.5 });
  expect(chukotka.towns).toEqual([]);
  expect(chukotka.nearest?.km).toBeGreaterThan(4000);
});

test('names that would lie over each other give way to the larger town', () => {
  const suburb = { ...MOSCOW, name: 'Химки', lat: MOSCOW.lat + 0.02 };
  const { towns, roads } = viewPlace({ ...MAP, cities: [MOSCOW, suburb] }, MOSCOW);
  expect(towns).toEqual([{ name: 'Москва', x: VIEW.width / 2, y: VIEW.height / 2 }]);
  expect(roads[0]).toMatch(/^196,88 /);
});
