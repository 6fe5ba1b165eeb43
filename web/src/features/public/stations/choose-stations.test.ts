import { expect, test } from 'vitest';
import { listBrands, chooseStations, type Station } from './choose-stations.ts';

const all = { search: '', brand: '', region: '', qrOnly: false, dieselOnly: false };

function station(change: Partial<Station>): Station {
  return {
    id: 1,
    lat: 55,
    lon: 37,
    region: 'Орловская область',
    city: 'Орёл',
    street: 'Московское шоссе',
    house: '1',
    brand: 'Первая',
    name: 'АЗС № 1',
    ownType: 'own',
    qr_available: false,
    price_dt: 70,
    ...change,
  };
}

test('§2.99 a town with ё is found by a search with е, in any case and with its region', () => {
  expect(chooseStations([station({})], { ...all, search: 'орел' })).toHaveLength(1);
  expect(chooseStations([station({})], { ...all, search: 'ОРЛОВСКАЯ, орёл' })).toHaveLength(1);
  expect(chooseStations([station({})], { ...all, search: 'Тула' })).toHaveLength(0);
});

test.each(['м7', 'М7 Волга', 'м 7', 'М - 7', 'M7', 'm-7', 'М‑7'])(
  '§2.99 a driver who writes the road «%s», as its signs do, finds the stations on it',
  (search) => {
    const stations = [
      station({ id: 1, street: 'трасса М-7 «Волга»' }),
      station({ id: 2, street: 'трасса М-4 «Дон»' }),
    ];
    expect(chooseStations(stations, { ...all, search }).map((chooseStation) => chooseStation.id)).toEqual([
      1,
    ]);
  },
);

test('§2.99 a house’s or number’s character is not taken for a road', () => {
  const here = station({ name: 'АЗС № 493', house: '7А' });
  expect(chooseStations([here], { ...all, search: '№ 493' })).toHaveLength(1);
  expect(chooseStations([here], { ...all, search: '7а 493' })).toHaveLength(1);
});

test('§2.99 filters of network, region, fuel and QR hold together', () => {
  const stations = [
    station({ id: 1 }),
    station({ id: 2, qr_available: true }),
    station({ id: 3, brand: 'Вторая', qr_available: true }),
  ];
  expect(
    chooseStations(stations, { ...all, brand: 'Первая', qrOnly: true }).map(
      (chooseStation) => chooseStation.id,
    ),
  ).toEqual([2]);
  const dry = [station({ id: 4, price_dt: null, region: 'Тверская область' }), station({ id: 5 })];
  expect(chooseStations(dry, { ...all, dieselOnly: true }).map((chooseStation) => chooseStation.id)).toEqual([
    5,
  ]);
  expect(
    chooseStations(dry, { ...all, region: 'Тверская область' }).map((chooseStation) => chooseStation.id),
  ).toEqual([4]);
  expect(listBrands(stations)).toEqual(['Вторая', 'Первая']);
});
