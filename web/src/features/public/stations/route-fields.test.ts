import { expect, test } from 'vitest';
import {
  findTown,
  isOnTheWayToTown,
  addPointName,
  readFields,
  routePoints,
  listTowns,
  writeFields,
  type RouteField,
  type Town,
} from './route-fields.ts';

const roads = {
  cities: [{ name: 'Орёл', region: 'Орловская область', lat: 52.97, lon: 36.06 }],
  highways: [],
};
const station = {
  id: 1,
  lat: 50,
  lon: 40,
  region: 'Р',
  city: 'Ягодное',
  street: '',
  house: '',
  brand: 'Б',
  name: '',
  ownType: '',
  qr_available: false,
  price_dt: null,
};

test('§2.100 a town is found by its name, a small one in the middle of its stations', () => {
  const towns = listTowns(roads, [station, { ...station, id: 2, lat: 52 }, { ...station, city: 'Орел' }]);
  expect(towns.map(({ name }) => name)).toEqual(['Орёл', 'Ягодное']);
  expect(findTown(towns, ' орел')?.place).toEqual([52.97, 36.06]);
  expect(findTown(towns, 'ягодное')?.place).toEqual([51, 40]);
  expect(findTown(towns, '')).toBeUndefined();
});

test.each(['Ростов на Дону', 'ростов-на-дону ', 'Ростов  на  дону', 'Ростов‑на‑Дону'])(
  '§2.100 a town typed as «%s» is known',
  (typed) => {
    const towns = listTowns(roads, [{ ...station, city: 'Ростов-на-Дону' }]);
    expect(findTown(towns, typed)?.name).toBe('Ростов-на-Дону');
  },
);

test('§2.100 a route does not lead to a field between two towns of one name', () => {
  const towns = listTowns(roads, [station, { ...station, id: 2, lat: 60, region: 'С' }]);
  expect(towns.map(({ name, place }) => [name, place])).toEqual([
    ['Орёл', [52.97, 36.06]],
    ['Ягодное (Р)', [50, 40]],
    ['Ягодное (С)', [60, 40]],
  ]);
  expect(findTown(towns, 'ягодное')).toBeUndefined();
  expect(findTown(towns, 'ягодное (с)')?.place).toEqual([60, 40]);
});

test('§2.100 a route in the address comes back as it was, and rubbish there is an empty route', () => {
  const written = '52.97,36.06,Орёл;55.5,37.5,Точка 55.500 37.500';
  const fields = readFields(written);
  expect(writeFields(fields)).toBe(written);
  expect(routePoints(fields)).toBe('52.97,36.06;55.5,37.5');
  expect(readFields('abc;91,0,x').map(({ place }) => place)).toEqual([null, null]);
  expect(routePoints(readFields(''))).toBeNull();
});

test('§2.100 a route with nothing but its end comes back as its start', () => {
  const fields = readFields('');
  const end: RouteField = { key: 1, text: 'Орёл', place: [52.97, 36.06] };
  const written = writeFields([...fields.slice(0, 1), end]);
  expect(readFields(written)).toEqual([{ key: 0, text: '', place: null }, end]);
  expect(writeFields(fields)).toBe('');
  expect(writeFields([end, ...fields.slice(1)])).toBe('52.97,36.06,Орёл');
});

test('§2.100 a route that can’t be made names the field and its town, not coordinates', () => {
  const fields: RouteField[] = [
    { key: 0, text: 'Орёл', place: [52.97, 36.06] },
    { key: 1, text: 'Точка 70.123 99.500', place: [70.1234, 99.5] },
    { key: 2, text: 'Тверь', place: [56.86, 35.9] },
  ];
  expect(addPointName('Рядом с точкой 52.970, 36.060 нет автодороги', fields)).toBe(
    'Рядом с точкой «Откуда» (Орёл) нет автодороги',
  );
  expect(addPointName('Рядом с точкой 70.123, 99.500 нет автодороги', fields)).toBe(
    'Рядом с точкой «Через» нет автодороги',
  );
  expect(addPointName('Рядом с точкой 1.000, 2.000 нет автодороги', fields)).toBe(
    'Рядом с точкой на карте нет автодороги',
  );
  expect(addPointName('Маршрут не найден', fields)).toBe('Маршрут не найден');
});

test('§2.100 a name that no town begins with is unknown before it is written out', () => {
  const towns: Town[] = [{ name: 'Ростов-на-Дону', region: '', place: [47, 39] }];
  expect(isOnTheWayToTown(towns, 'рост')).toBe(true);
  expect(isOnTheWayToTown(towns, 'Ростов на')).toBe(true);
  expect(isOnTheWayToTown(towns, 'Готэм')).toBe(false);
});
