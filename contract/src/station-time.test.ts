import { expect, test } from 'vitest';
import { FEDERAL_DISTRICTS } from './values/federal-districts.ts';
import { formatBothClocks, formatOtherDay, getStationZone } from './station-time.ts';

/** Hours that a region's clock is ahead of UTC, as its stations' addresses name it. */
function hoursAhead(region: string): number {
  const zone = getStationZone(`АЗС № 5, ${region}, Город, Омская, 8`) ?? 'Europe/Moscow';
  const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date('2026-11-28T00:00:00Z'))
    .find(({ type }) => type === 'timeZoneName');
  return Number(/GMT([+-]\d\d)/.exec(name?.value ?? '')?.[1]);
}

test('each region of the list has the hours of its law', () => {
  const byHours = Object.groupBy(Object.values(FEDERAL_DISTRICTS).flat(), hoursAhead);
  const counts = Object.fromEntries(
    Object.entries(byHours).map(([hours, regions]) => [hours, regions?.length]),
  );
  expect(counts).toMatchObject({ 2: 1, 4: 5, 5: 9, 6: 1, 7: 8, 8: 2, 9: 3, 10: 3, 11: 2, 12: 2 });
  expect(byHours[4]).toEqual(expect.arrayContaining(['Удмуртская Республика', 'Саратовская область']));
  expect(byHours[7]).toEqual(expect.arrayContaining(['Республика Алтай', 'Кемеровская область — Кузбасс']));
  expect(byHours[9]).toEqual(expect.arrayContaining(['Республика Саха (Якутия)', 'Забайкальский край']));
});

test.each([
  ['АЗС № 84, Хабаровский край, Хабаровск, Карла Маркса, 1', 'Asia/Vladivostok'],
  ['Хабаровский кр., Хабаровск', null],
  ['Респ. Бурятия, Улан-Удэ', 'Asia/Irkutsk'],
  ['Приморский край; Владивосток', 'Asia/Vladivostok'],
  ['Москва, Омская, 8', null],
  ['Москва, Алтайская улица, 5', null],
  ['М-4, Ростовская область', null],
  ['', null],
])('an address «%s» has the zone %s', (address, zone) => {
  expect(getStationZone(address)).toBe(zone);
});

test('the time of a station is shown where its day is another one', () => {
  expect(formatOtherDay('2026-10-01T20:30:00Z', 'Asia/Vladivostok')).toBe('02.10, 06:30');
  expect(formatOtherDay('2026-10-01T09:00:00Z', 'Asia/Vladivostok')).toBeNull();
  expect(formatOtherDay('2026-12-31T22:30:00Z', 'Europe/Kaliningrad')).toBeNull();
  expect(formatOtherDay('2026-12-31T21:30:00Z', 'Europe/Kaliningrad')).toBe('31.12, 23:30');
  expect(formatOtherDay('2026-10-01T20:30:00Z', null)).toBeNull();
});

test('both clocks are shown where their days differ', () => {
  const zone = 'Asia/Vladivostok';
  expect(formatBothClocks('2026-10-01T20:30:00Z', zone)).toBe('02.10, 06:30 (01.10, 23:30 по Москве)');
  expect(formatBothClocks('2026-10-01T09:00:00Z', zone)).toBeNull();
});
