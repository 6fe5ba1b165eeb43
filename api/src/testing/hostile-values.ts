import fc from 'fast-check';

export type Body = { type: string; bytes: string | Uint8Array } | undefined;

/** Values that people, broken programs and attackers send in place of a text or a number. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🚚'.repeat(300),
  'я'.repeat(5000),
  "'; drop table card; --",
  '%',
  '_%_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '-1',
  '0.001',
  '1,5',
  '٣',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '2026-11-25T00:00:00+25:00',
  '\u202e',
  '\ufeff',
  '1\r\nX-Evil: 1',
];
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1 },
  { __proto__: { admin: true } },
  Array.from({ length: 2000 }, (_, at) => at),
];

/** Generates a value that violates the schema, or barely matches it. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3, withNullPrototype: false }) },
);

/** Bodies that are no bodies. */
export const brokenBody: fc.Arbitrary<Body> = fc.constantFrom<Body>(
  undefined,
  { type: 'application/json', bytes: '{"a":' },
  { type: 'application/json', bytes: '' },
  { type: 'application/json', bytes: `${'['.repeat(5000)}${']'.repeat(5000)}` },
  { type: 'application/json', bytes: '{"__proto__":{"admin":true}}' },
  { type: 'application/json; charset=utf-16', bytes: '{}' },
  { type: 'application/xml', bytes: '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>' },
  {
    type: 'application/x-www-form-urlencoded',
    bytes: 'item[0][a]=1&item[99999999][a]=1&a[b][c][d][e][f][g]=1',
  },
  { type: 'application/x-www-form-urlencoded', bytes: '%ff%fe=%' },
  { type: 'multipart/form-data', bytes: 'no boundary' },
  { type: 'multipart/form-data; boundary=x', bytes: '--x\r\n\r\n' },
  { type: 'nonsense', bytes: new Uint8Array([0, 255, 128]) },
);
