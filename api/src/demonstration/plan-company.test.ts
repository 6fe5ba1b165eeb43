import { expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { readRoads } from '../gateways/routing/roads.ts';
import { generateStations } from '../modules/programme/stations/generate-stations.ts';
import { moscowTime } from './moscow-time.ts';
import { planMainCompany } from './plan-company.ts';
import type { CompanyPlan, PlannedEvent } from './plan.ts';

const stations = generateStations(readRoads());

test.each([
  ['the first minute of a month', '2026-12-01T00:01:00+03:00'],
  ['the last minute of a year', '2026-12-31T23:59:00+03:00'],
  ['a night that is still last year in UTC', '2027-01-01T02:30:00+03:00'],
  ['a holiday at the weekend', '2027-01-02T12:00:00+03:00'],
  ['the day after a month of 28 days', '2027-03-01T02:00:00+03:00'],
  ['a night that is still last month in UTC', '2027-04-01T01:30:00+03:00'],
  ['29 February', '2028-02-29T12:00:00+03:00'],
])('a demonstration seeded on %s has nothing of tomorrow, and usable balances', (_day, now) => {
  const plan = planMainCompany(moscowTime(new Date(now)), stations);
  const moments = [
    ...plan.events.map(({ at }) => at),
    ...plan.invoices.flatMap(({ at, cancelledAt }) => [at, cancelledAt ?? at]),
    ...plan.requests.flatMap(({ at, issuedAt }) => [at, issuedAt ?? at]),
  ].map((at) => at.getTime());
  expect(Math.max(...moments)).toBeLessThanOrEqual(Date.parse(now));
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(plan.since.getTime());
  expect(sumUnallocated(plan)).toBeGreaterThanOrEqual(250_000_00);
  expect(sumUnallocated(plan)).toBeLessThanOrEqual(400_000_00);
});

test('trucks buy AdBlue all year and are washed, as their networks sell it', () => {
  const { events } = planMainCompany(moscowTime(new Date('2026-11-28T12:00:00+03:00')), stations);
  const sales = events.flatMap((event) => (event.kind === 'operation' && event.sale ? [event] : []));
  const listMonths = (title: string) =>
    new Set(sales.filter(({ sale }) => sale?.goodsTitle === title).map(({ at }) => at.getMonth())).size;
  expect([listMonths('AdBlue'), listMonths('Мойка')]).toEqual([12, 12]);
});

/** Kopecks left after everything that has happened. */
function sumUnallocated({ events }: CompanyPlan): number {
  return events.reduce((total, event) => total + getUnallocatedEffect(event), 0);
}

function getUnallocatedEffect(event: PlannedEvent): number {
  if (event.kind === 'payment') return event.sum;
  if (event.kind === 'distribution') {
    const sum = event.sums.reduce((total, item) => total + item.sum, 0);
    return event.direction === 'distribute' ? -sum : sum;
  }
  if (event.statusId !== OPERATION_STATUS.done) return 0;
  if (event.typeId === OPERATION_TYPE.topUp) return -event.sum;
  return event.typeId === OPERATION_TYPE.payout ? event.sum : 0;
}
