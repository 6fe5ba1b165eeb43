import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSetCopies, type SetCopy } from './find-set-copies.ts';

const root = path.join(import.meta.dirname, '../..');

const LAYERS_AND_MORE =
  'A limit may come from no layer; rules know the parts of a limit, so a limit can’t import their layers.';
const RECALCULATES = 'Plain arithmetic that knows nothing of the product, so that both may be compared.';
const SQL_COMPUTES = 'SQL computes the state; the row has the type of the set.';
const SQL_COMPARES = 'SQL treats each of them in another way.';
const COINCIDENCE = 'Another set that happens to have some of the same words.';

/** Lists that may repeat the words of a set that the contract declares, each with the reason. */
const EXPLAINED: readonly [file: string, words: string, reason: string][] = [
  ['contract/src/ids.ts', 'diesel petrol gas', 'FUELS are its keys.'],
  ['contract/src/ids.ts', 'admin manager specialist', 'Roles as the specification numbers them.'],
  ['contract/src/identity/first-admin.ts', 'waiting confirmed refused', COINCIDENCE],
  ['contract/src/messaging/emails.ts', 'none waiting refused confirmed', COINCIDENCE],
  ['contract/src/money/fast-payments.ts', 'waiting sent done failed', COINCIDENCE],
  [
    'contract/src/insights/questions.ts',
    'count sum litres average_price',
    'Figures, one of which is not asked for.',
  ],
  ['api/src/modules/companies/colleagues/invitations.ts', 'accepted declined withdrawn', COINCIDENCE],
  ['api/src/modules/companies/companies/companies.ts', 'closed asked declined', SQL_COMPUTES],
  [
    'api/src/modules/fuel/pump/answer-sms.ts',
    'open money rule limit blocked not-set-up goods',
    'Texts of an SMS by the reason of a refusal, with one of its own; any other reason has the last text.',
  ],
  [
    'api/src/modules/fleet/rules/exceptions/exception-tally-store.ts',
    'approved used lapsed declined',
    SQL_COMPARES,
  ],
  ['api/src/modules/fleet/rules/rule-store.ts', 'profile group card', SQL_COMPARES],
  ['api/src/modules/fleet/rules/rule-store.ts', 'profile card group', SQL_COMPARES],
  [
    'api/src/modules/fleet/signals/signal-list-store.ts',
    'unable opened signal opening closing closed refused',
    SQL_COMPUTES,
  ],
  ['api/src/modules/backoffice/clients/client-list.ts', 'blocked joining active', SQL_COMPUTES],
  [
    'api/src/modules/backoffice/accounting-export/count-store.ts',
    'sales invoices advance-invoices sale-corrections debt-corrections to-client receipts money-in returns network-payments',
    SQL_COMPUTES,
  ],
  ['api/src/modules/backoffice/books/quarter/plain-facts.ts', 'discount surcharge none', RECALCULATES],
  ['api/src/modules/backoffice/books/quarter/plain-facts.ts', 'percent litre fixed', RECALCULATES],
  [
    'api/src/modules/backoffice/books/quarter/expect-network-invoices.ts',
    'different theirs ours',
    RECALCULATES,
  ],
  ['api/src/modules/backoffice/books/quarter/order-cards.ts', 'discount surcharge none', RECALCULATES],
  ['api/src/modules/backoffice/books/quarter/play-corrections.ts', 'to-client from-client', RECALCULATES],
  ['api/src/modules/backoffice/books/quarter/play-debtor.ts', 'penalty remind stop', RECALCULATES],
  ['contract/src/cards/limit.ts', 'card group profile none', LAYERS_AND_MORE],
  ['contract/src/fleet/rules.ts', 'profile group card', LAYERS_AND_MORE],
  [
    'api/src/modules/programme/requisites/programme-book.ts',
    'name requisites accounts invoices objections approval',
    'VAT has a schedule of its own.',
  ],
  [
    'api/src/modules/programme/tariffs/tariffs.ts',
    'delivery client-month card-month minimum',
    'Each has its column.',
  ],
  [
    'api/src/modules/fuel/network-invoices/network-invoices.ts',
    'paid accepted disputed checking withdrawn',
    SQL_COMPUTES,
  ],
  [
    'api/src/modules/papers/documents/staff-document-store.ts',
    'withdrawn replaced confirmed objected waiting',
    SQL_COMPUTES,
  ],
  ['api/src/modules/insights/mailings/address-store.ts', 'left waiting none confirmed', COINCIDENCE],
  [
    'api/src/modules/insights/mailings/arrange-table.ts',
    'number date due status paid sum',
    'Columns of a table, each of which it can be sorted by.',
  ],
  ['api/src/modules/cards/commands/insert-sales.ts', 'litres pieces', SQL_COMPARES],
  ['api/src/demonstration/write-year.ts', 'litres pieces', SQL_COMPARES],
  ['api/src/modules/orders/orders/staff-order-store.ts', 'confirmed waiting unconfirmed', SQL_COMPUTES],
];

test('every closed set of the contract is written out once', () => {
  const copies = findSetCopies(
    root,
    ['api/tsconfig.json', 'web/tsconfig.json'],
    ['api', 'web', 'contract', 'tools/simulation'],
  );
  const isExplained = ({ file, words: sqlText }: SetCopy) =>
    EXPLAINED.some(([where, which]) => where === file && which === sqlText.join(' '));
  expect(copies.filter((copy) => !isExplained(copy))).toEqual([]);
  const isFound = ([where, which]: (typeof EXPLAINED)[number]) =>
    copies.some(({ file, words: sqlText }) => where === file && which === sqlText.join(' '));
  expect(EXPLAINED.filter((row) => !isFound(row))).toEqual([]);
});

const CONTRACT = `
export const LIMIT_PERIOD = { P1D: { days: 1 }, P1W: { days: 7 }, P1M: { months: 1 }, P3M: { months: 3 } } as const;
export type LimitPeriod = keyof typeof LIMIT_PERIOD;
export const LIMIT_PERIODS = Object.keys(LIMIT_PERIOD) as LimitPeriod[];
declare global { function format(words: Readonly<Record<string, string>>): void; function choose(words: readonly string[]): void; const sql: (text: TemplateStringsArray) => void; }
`;

/** Each is read as a file of its own. */
const COPIES: [what: string, code: string][] = [
  ['keys of an object on one line', `format({ P1D: 'сутки', P1W: 'неделя', P1M: 'месяц', P3M: 'квартал' });`],
  [
    'keys of an object with one that no set has',
    `const PERIOD: Record<string, string> = {
  P1D: 'сутки',
  P1W: 'неделя',
  P1M: 'месяц',
  P3M: 'квартал',
  P1Y: 'год',
};
format(PERIOD);`,
  ],
  ['a table without a type', `export const DAYS = { P1D: 1, P1W: 7, P1M: 30 };`],
  ['a union', `export type Period = 'P1D' | 'P1W' | 'P1M' | 'P3M';`],
  ['a list of constants', `export const PERIODS = ['P1D', 'P1W', 'P1M'] as const;`],
  ['a list of any strings', `choose(['P3M', 'P1M', 'P1W', 'P1D']);`],
  ['SQL', "sql`select 1 from card_limit where period in ('P1D', 'P1W', 'P1M')`;"],
];
const DERIVED: [what: string, code: string][] = [
  [
    'a record of the set',
    `export const TITLE: Record<LimitPeriod, number> = { P1D: 1, P1W: 2, P1M: 3, P3M: 4 };`,
  ],
  [
    'a table that satisfies it',
    `export const DAYS = { P1D: 1, P1W: 7, P1M: 30, P3M: 91 } satisfies Record<LimitPeriod, number>;`,
  ],
  ['a list of members', `export const SHORT: readonly LimitPeriod[] = ['P1D', 'P1W', 'P1M'];`],
  ['a part of the set', `export type Short = Extract<LimitPeriod, 'P1D' | 'P1W' | 'P1M'>;`],
  ['a value with fields', `export const sum = (P1D: number) => ({ P1D, P1W: 7, P1M: 30 });`],
  ['few of the same words', `export const TWO = ['P1D', 'P1W'] as const;`],
];

test('a copy is found however it is written, and nothing that comes from the set', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'closed-sets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
  write('contract/src/ids.ts', CONTRACT);
  for (const [what, code] of [...COPIES, ...DERIVED])
    write(`api/${what}.ts`, `import type { LimitPeriod } from '../contract/src/ids';\n${code}`);
  const found = findSetCopies(folder, ['tsconfig.json'], ['api', 'contract']);
  expect(new Set(found.map(({ file }) => path.basename(file, '.ts')))).toEqual(
    new Set(COPIES.map(([what]) => what)),
  );
  for (const { resembles } of found) expect(resembles).toEqual(['LimitPeriod', 'LIMIT_PERIODS']);
});
