import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutateBytes } from '../../../scripts/fuzz/mutate-bytes.ts';
import { parseTable } from '../lib/tables/parse-table.ts';
import { readPdf } from '../lib/pdf/read-pdf.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { parseBankFile } from '../modules/money/bank/file/parse-bank-file.ts';
import { readStationCsv } from '../modules/programme/stations/station-csv.ts';
import { FUZZ_SEEDS, FUZZ_TARGETS, listSeeds } from './fuzz-targets.ts';

const CASES = path.join(import.meta.dirname, 'fuzz-cases');
/** A short trial with the same bytes each time. `npm run fuzz` searches for as long as it is set to. */
const TRIED = 200;

function readCases(target: string): Buffer[] {
  const folder = path.join(CASES, target);
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name)));
}

test.each(Object.keys(FUZZ_TARGETS))(
  '%s reads whatever was found before, and bytes near what it knows',
  async (target) => {
    const read = FUZZ_TARGETS[target] as (bytes: Buffer) => void | Promise<void>;
    const seeds = listSeeds(target);
    expect(seeds.length).toBeGreaterThan(0);
    for (const bytes of [...seeds, ...readCases(target)]) await read(bytes);
    const random = seededRandom(24);
    for (let tried = 0; tried < TRIED; tried += 1) {
      const bytes = mutateBytes(random.pick(seeds), { random, others: seeds, max: 4096 });
      try {
        await read(bytes);
      } catch (error) {
        throw new Error(`broken by ${bytes.toString('base64')}`, { cause: error });
      }
    }
  },
);

test('the trial begins with a statement, a list, a workbook and a PDF that are read', async () => {
  const first = (target: string, at = 0) => Buffer.from(FUZZ_SEEDS[target]?.[at] ?? '');
  expect(parseBankFile(first('bankFile')).ok).toBe(true);
  expect([1, 2].map((at) => readStationCsv(first('stations', at)).ok)).toEqual([true, true]);
  expect(readPdf(first('pdf'))).not.toBeNull();
  const [workbook = Buffer.alloc(0)] = listSeeds('workbook');
  expect((await parseTable({ bytes: workbook, limits: { rows: 9, columns: 9, cellLength: 9 } })).ok).toBe(
    true,
  );
});
