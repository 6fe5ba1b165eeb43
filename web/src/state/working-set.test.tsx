// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listWorkingSet, type ListedPage } from '#contract/fuel/working-set/list-working-set.ts';
import { readColumns, toWorkingSet } from '#contract/fuel/working-set/working-set.ts';
import { storeProfile, type Profile } from '../server/session.ts';
import { render } from '../testing/render.tsx';
import { shareOperations } from './shared-reads.ts';
import { compareWithServer, forgetWorkingSet, useWorkingSet } from './working-set.ts';

/** Days of the operations that the server has, by their ids; `refuses` is the code of its refusal. */
let server: { days: Record<number, string>; refuses?: number; requests: string[] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T09:00:00Z') });
  server = { days: { 1: '2026-10-01', 2: '2026-11-20' }, requests: [] };
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://localhost');
    server.requests.push(url.search);
    const code = server.refuses ?? 200;
    const answer = { data: writeColumns(url.searchParams.get('dateFrom') ?? ''), meta: { next: null } };
    return new Response(JSON.stringify({ code, ...(code === 200 ? answer : { message: 'Нет доступа' }) }), {
      status: code,
    });
  });
  storeProfile({ id: 1, company: { id: 11 } } as Profile, []);
});

afterEach(() => {
  forgetWorkingSet();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Writes the operations since a day as the call does: purchases that differ in their ids and days alone. */
function writeColumns(since: string) {
  const listed = Object.entries(server.days)
    .map(([id, day]) => ({ id: Number(id), day, at: Date.parse(`${day}T09:00:00Z`) * 1000 }))
    .filter(({ day }) => day >= since)
    .toSorted((a, b) => b.at - a.at);
  const fill = (value: number) => listed.map(() => value);
  const differences = (numbers: number[]) =>
    numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
  return {
    lists: {
      cards: [{ id: 5, card_number: '7005', comment: '' }],
      partners: [{ id: 2, title: 'Газпромнефть' }],
      drivers: [[]],
      vehicles: [[]],
      truck_groups: [],
      groups: [],
      assignments: [],
      goods: [{ id: 301, title: 'ДТ', unit: 'litres' as const }],
      stations: [{ id: null, address: 'Химки, 15' }],
      vat_rates: [22],
      reasons: [],
    },
    columns: {
      id: differences(listed.map(({ id }) => id)),
      at: differences(listed.map(({ at }) => at)),
      number: listed.map(({ id }) => String(id)),
      card: fill(0),
      partner: fill(0),
      drivers: fill(0),
      vehicles: fill(0),
      truck_group: fill(-1),
      group: fill(-1),
      assignment: fill(-1),
      type: fill(11),
      status: fill(1),
      sum: fill(100),
      goods: fill(0),
      quantity: fill(100),
      unit_price: fill(100),
      station: fill(0),
      sold: fill(0),
      vat_rate: fill(0),
      discount: fill(-1),
      surcharge: fill(0),
      fee: fill(0),
      reason: fill(-1),
      repaid: fill(0),
    },
  };
}

function answerOfServer(): ListedPage {
  const answer = listWorkingSet(toWorkingSet([readColumns(writeColumns(''))], true), { page: 1 });
  if (!answer) throw new Error('the server answers everything');
  return answer;
}

function Shown() {
  const workingSet = useWorkingSet(true);
  return (
    <p>
      {workingSet
        ? listWorkingSet(workingSet.set, { page: 1 })
            ?.data.map(({ id }) => id)
            .join(' ')
        : 'none'}
    </p>
  );
}

async function open(): Promise<() => string> {
  await render(<Shown />);
  const read = () => [...document.querySelectorAll('p')].at(-1)?.textContent ?? '';
  await vi.waitFor(() => expect(read()).toBe('2 1'));
  return read;
}

test('an operation that came since is read with the last days alone', async () => {
  const read = await open();
  server.days[3] = '2026-11-30';
  vi.setSystemTime(new Date('2026-11-30T09:10:00Z'));
  compareWithServer(shareOperations({ page: 1 }), answerOfServer());
  await vi.waitFor(() => expect(read()).toBe('3 2 1'));
  expect(server.requests).toEqual(['', '?dateFrom=2026-11-29']);
});

test('an old operation that the server has got late makes all be read anew', async () => {
  const read = await open();
  server.days[4] = '2026-10-15';
  vi.setSystemTime(new Date('2026-11-30T09:10:00Z'));
  compareWithServer(shareOperations({ page: 1 }), answerOfServer());
  await vi.waitFor(() => expect(read()).toBe('2 4 1'));
  expect(server.requests).toEqual(['', '?dateFrom=2026-11-29', '']);
});

test('equal answers and a moment that has just passed ask for nothing', async () => {
  const read = await open();
  compareWithServer(shareOperations({ page: 1 }), answerOfServer());
  server.days[3] = '2026-11-30';
  compareWithServer(shareOperations({ page: 1 }), answerOfServer());
  expect(read()).toBe('2 1');
  expect(server.requests).toEqual(['']);
});

test('a refusal forgets the operations', async () => {
  const read = await open();
  server.days[3] = '2026-11-30';
  server.refuses = 403;
  vi.setSystemTime(new Date('2026-11-30T09:10:00Z'));
  compareWithServer(shareOperations({ page: 1 }), answerOfServer());
  await vi.waitFor(() => expect(read()).toBe('none'));
});
