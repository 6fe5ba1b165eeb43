import type { SeededRandom } from '../../api/src/lib/seeded-random.ts';

const BOUNDARY_VALUES = [
  '',
  '\0',
  '\ufeff',
  '\u2028',
  '-',
  '+',
  '0',
  '-1',
  '99999999999999999999',
  '1e309',
  'NaN',
  '\r\n',
  ';;',
  '""',
  '"',
  "'",
  '=',
  '{',
  '[',
  '<',
  '>>',
  '%',
  'endobj',
  'stream\n',
  '31.02.2026',
  '00.00.0000',
  '\ud800',
  '\u0660',
  'я',
  '٫',
  ',',
  '.',
];

/** Other bytes, near these or between these and others that are known: one to eight changes. */
export function mutateBytes(
  bytes: Buffer,
  { random, others, max }: { random: SeededRandom; others: readonly Buffer[]; max: number },
): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = random.whole(1, 8); left > 0; left -= 1) changed = changeOnce(changed, random, others);
  return changed.subarray(0, max);
}

function changeOnce(bytes: Buffer, random: SeededRandom, others: readonly Buffer[]): Buffer {
  const at = random.whole(0, bytes.length);
  const to = Math.min(bytes.length, at + random.whole(0, 15));
  const [before, between, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (random.whole(0, 6)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, between, between, after]);
    case 2:
      return Buffer.concat([before, Buffer.from(random.pick(BOUNDARY_VALUES)), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([before, Buffer.from(random.pick(BOUNDARY_VALUES)), after]);
    case 4:
      return Buffer.concat([before, Buffer.from([random.whole(0, 255)]), bytes.subarray(at + 1)]);
    case 5: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.whole(0, 7));
      return flipped;
    }
    default: {
      const other = random.pick(others);
      const from = random.whole(0, other.length);
      return Buffer.concat([before, other.subarray(from, from + 1 + random.whole(0, 63)), after]);
    }
  }
}
