import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DRILLS, drillsLeftOut } from './choose-drills.ts';
import { SHARES } from './deal-shares.ts';

const names = DRILLS.map(({ name }) => name);
const chosen = Array.from({ length: SHARES }, (_, share) =>
  names.filter((name) => !drillsLeftOut(String(share)).includes(name)),
);

test('each drill is a file, and belongs to exactly one share', () => {
  expect(names.filter((name) => !fs.existsSync(path.join(import.meta.dirname, '..', name)))).toEqual([]);
  expect(chosen.flat().toSorted()).toEqual(names.toSorted());
});

test('without a share no drill is left out', () => {
  expect(drillsLeftOut('')).toEqual([]);
});
