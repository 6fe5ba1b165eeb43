import { describe, expect, test } from 'vitest';
import { drill } from './restore-drill.ts';
import type { Deed } from './restore-drill/do-deeds.ts';
import { compareDeeds } from './restore-drill/verify-restored.ts';

describe('what was done, compared with what is there again', () => {
  const moment = new Date('2026-11-26T09:00:05Z');
  const deed = (key: string, startedAt: number, acknowledgedAt: number | null): Deed => ({
    kind: 'transfer',
    key,
    sumKopecks: 100,
    startedAt: moment.getTime() + startedAt,
    acknowledgedAt: acknowledgedAt === null ? null : moment.getTime() + acknowledgedAt,
  });
  const compare = (done: Deed[], ...there: string[]) =>
    compareDeeds({ done, refused: [], moment }, new Set(there));

  test('a deed acknowledged before the moment must be there', () => {
    const { problems } = compare([deed('a', -900, -1)]);
    expect(problems).toEqual(['transfer a was acknowledged before the moment and is gone']);
  });

  test('a deed that began after the moment must not be there', () => {
    const { problems } = compare([deed('a', 1, 900)], 'a');
    expect(problems).toEqual(['transfer a began after the moment and is there']);
  });

  test('a deed that was under way may be either, and only what was acknowledged counts', () => {
    const done = [
      deed('a', -900, -1),
      deed('b', -1, 10),
      deed('c', -1, 10),
      deed('d', 5, 20),
      deed('e', 6, null),
    ];
    expect(compare(done, 'a', 'b')).toEqual({
      problems: [],
      kept: { count: 2, sumKopecks: 200 },
      lost: { count: 2, sumKopecks: 200 },
    });
  });
});

test(
  'a lost programme is restored to a second with nothing of before missing',
  { timeout: 600_000 },
  async () => {
    const said: string[] = [];
    const { problems, kept, lost } = await drill({
      way: 'plain',
      deeds: 20,
      tell: (line) => said.push(line),
    });
    expect(problems, said.join('\n')).toEqual([]);
    expect(kept.count).toBeGreaterThanOrEqual(40);
    expect(lost.count).toBeGreaterThanOrEqual(20);
  },
);
