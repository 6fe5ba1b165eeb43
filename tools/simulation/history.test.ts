import { describe, expect, test } from 'vitest';
import { findEdges, findCycle, formatCycle, type Transaction } from './history.ts';

const makeTransaction = (name: string, input: Partial<Transaction>): Transaction => ({
  name,
  reads: [],
  writes: [],
  ...input,
});
const at = (register: string, version: number) => ({ register, version });

describe('a history of actions', () => {
  test('a history of actions that follow one another has no cycle', () => {
    const history = [
      makeTransaction('one', { reads: [at('a', 0)], writes: [at('a', 1)] }),
      makeTransaction('two', { reads: [at('a', 1), at('b', 0)], writes: [at('a', 2), at('b', 1)] }),
      makeTransaction('look', { reads: [at('a', 2), at('b', 1)] }),
    ];
    expect(findCycle(history)).toBeNull();
    expect(findEdges(history).map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual([
      'one ww two',
      'one wr two',
      'two wr look',
      'two wr look',
    ]);
  });

  test('a history in which two read one version and both write has a lost update', () => {
    const cycle = findCycle([
      makeTransaction('one', { reads: [at('a', 0)], writes: [at('a', 1)] }),
      makeTransaction('two', { reads: [at('a', 0)], writes: [at('a', 2)] }),
    ]);
    expect(cycle?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['ww', 'rw']));
  });

  test('a history in which a reader sees half of an action has a torn snapshot', () => {
    const history = [
      makeTransaction('move', { reads: [at('a', 0), at('b', 0)], writes: [at('a', 1), at('b', 1)] }),
      makeTransaction('look', { reads: [at('a', 1), at('b', 0)] }),
    ];
    expect(formatCycle(findCycle(history)!)).toBe('move -wr a-> look; look -rw b-> move');
  });

  test('a history in which each of two writes what the other read has a write skew', () => {
    const cycle = findCycle([
      makeTransaction('one', { reads: [at('a', 0), at('b', 0)], writes: [at('a', 1)] }),
      makeTransaction('two', { reads: [at('a', 0), at('b', 0)], writes: [at('b', 1)] }),
    ]);
    expect(cycle?.map(({ kind }) => kind)).toEqual(['rw', 'rw']);
  });

  test('a history in which a later reader sees less has a stale read', () => {
    const cycle = findCycle([
      makeTransaction('move', { reads: [at('a', 0)], writes: [at('a', 1)], started: 1, ended: 2 }),
      makeTransaction('look', { reads: [at('a', 0)], started: 3, ended: 4 }),
    ]);
    expect(cycle?.map(({ kind }) => kind).sort()).toEqual(['rt', 'rw']);
  });

  test('a history in which two wrote the same version is refused', () => {
    const one = { writes: [at('a', 1)] };
    expect(() => findCycle([makeTransaction('one', one), makeTransaction('two', one)])).toThrow(
      'one and two both wrote version 1 of a',
    );
  });
});
