import { describe, expect, test } from 'vitest';
import { drill } from './restore-drill.ts';
import type { UserAction } from './run-actions.ts';
import { compareActions } from './verify-restored.ts';

describe('comparing actions with the restored database', () => {
  const moment = new Date('2026-11-26T09:00:05Z');
  const makeAction = (key: string, startedAt: number, acknowledgedAt: number | null): UserAction => ({
    kind: 'transfer',
    key,
    sumKopecks: 100,
    startedAt: moment.getTime() + startedAt,
    acknowledgedAt: acknowledgedAt === null ? null : moment.getTime() + acknowledgedAt,
  });
  const compare = (done: UserAction[], ...there: string[]) =>
    compareActions({ done, refused: [], moment }, new Set(there));

  test('an action acknowledged before the moment must exist', () => {
    const { problems } = compare([makeAction('a', -900, -1)]);
    expect(problems).toEqual(['transfer a was acknowledged before the moment and is gone']);
  });

  test('an action that began after the moment must not exist', () => {
    const { problems } = compare([makeAction('a', 1, 900)], 'a');
    expect(problems).toEqual(['transfer a began after the moment and is there']);
  });

  test('an action under way may be either, and only what was acknowledged counts', () => {
    const done = [
      makeAction('a', -900, -1),
      makeAction('b', -1, 10),
      makeAction('c', -1, 10),
      makeAction('d', 5, 20),
      makeAction('e', 6, null),
    ];
    expect(compare(done, 'a', 'b')).toEqual({
      problems: [],
      preserved: { count: 2, sumKopecks: 200 },
      lost: { count: 2, sumKopecks: 200 },
    });
  });
});

test(
  'a lost programme is restored to a second with nothing of before missing',
  { timeout: 600_000 },
  async () => {
    const input: string[] = [];
    const {
      problems,
      preserved: survived,
      lost,
    } = await drill({
      way: 'plain',
      actions: 20,
      log: (line) => input.push(line),
    });
    expect(problems, input.join('\n')).toEqual([]);
    expect(survived.count).toBeGreaterThanOrEqual(40);
    expect(lost.count).toBeGreaterThanOrEqual(20);
  },
);
