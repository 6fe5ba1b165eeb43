import { expect, test } from 'vitest';
import { compareRequests, type ClientRequest, type StoredRequests } from './compare-requests.ts';
import { FAULTS, planFaults, type Fault } from './fault-plan.ts';
import { findLongestPause, findMissedAims, type FaultReport } from './report-faults.ts';

const ALL_ABILITIES = { hasCables: true, hasOtherVersion: true };

test('the same seed plans the same faults, another one others', () => {
  expect(planFaults(7, 50, ALL_ABILITIES)).toEqual(planFaults(7, 50, ALL_ABILITIES));
  expect(planFaults(7, 50, ALL_ABILITIES)).not.toEqual(planFaults(8, 50, ALL_ABILITIES));
});

test('a plan has every kind of fault before any comes twice', () => {
  const kinds = Object.keys(FAULTS).sort();
  const plan = planFaults(3, kinds.length, ALL_ABILITIES);
  expect(plan.map(({ kind }) => kind).sort()).toEqual(kinds);
});

test('no cable is cut on a shared network, and no update runs without another version', () => {
  const kinds = planFaults(3, 300, { hasCables: false, hasOtherVersion: false }).map(({ kind }) => kind);
  expect(kinds).not.toContain('pull cable');
  expect(kinds).not.toContain('update portals');
  expect(() => planFaults(3, 1, { ...ALL_ABILITIES, only: ['flood'] })).toThrow('--only names none of');
});

const makeRequest = (
  serial: number,
  sumKopecks: number,
  acknowledged: string | null = '{}',
): ClientRequest => ({
  key: `key ${serial}`,
  kind: 'to card',
  companyId: 1,
  sumKopecks,
  acknowledged,
});
const requests = [makeRequest(1, 100), makeRequest(2, 200), makeRequest(3, 200), makeRequest(4, 300, null)];
const stored: StoredRequests = { keys: new Set(['key 1', 'key 2', 'key 3']), effects: requests.slice(0, 3) };

test('actions in effect once are neither lost nor doubled; refused ones may be absent', () => {
  expect(compareRequests(requests, stored)).toEqual({ lost: [], doubled: [] });
});

test('an acknowledged action without its key or its effect is found as lost', () => {
  const keys = new Set(['key 1', 'key 2']);
  expect(compareRequests(requests, { keys, effects: stored.effects }).lost).toHaveLength(1);
  expect(compareRequests(requests, { keys: stored.keys, effects: requests.slice(0, 2) }).lost).toHaveLength(
    1,
  );
});

test('an effect without an acknowledgement, or twice, is found as doubled', () => {
  const twice = { ...stored, effects: [...stored.effects, makeRequest(1, 100)] };
  expect(compareRequests(requests, twice)).toMatchObject({
    lost: [],
    doubled: [expect.stringContaining('1 acknowledged, 2')],
  });
  const refused = { ...stored, effects: [...stored.effects, makeRequest(4, 300)] };
  expect(compareRequests(requests, refused).doubled).toHaveLength(1);
});

test('an outage runs from the last acknowledged write before the fault to the next one', () => {
  expect(findLongestPause([100, 900, 1000, 4000, 4100], 1500, 5000)).toBe(3000);
  expect(findLongestPause([100, 900], 1500, 5000)).toBe(4100);
  expect(findLongestPause([], 1500, 5000)).toBe(3500);
});

test('a planned change may cost two seconds and no error, the death of a machine ten', () => {
  const [fault] = planFaults(1, 1, { ...ALL_ABILITIES, only: ['switchover'] });
  const met: FaultReport = {
    fault: fault as Fault,
    whom: 'db1',
    outageSeconds: 1.9,
    healedSeconds: 9,
    errors: [],
  };
  expect(findMissedAims([met])).toEqual([]);
  expect(findMissedAims([{ ...met, outageSeconds: 2.1 }])).toHaveLength(1);
  expect(findMissedAims([{ ...met, errors: ['order: 503'] }])).toHaveLength(1);
  const died = { ...met, fault: { ...met.fault, kind: 'cut power' as const } };
  expect(findMissedAims([{ ...died, outageSeconds: 9, errors: ['order: 502'] }])).toEqual([]);
});
