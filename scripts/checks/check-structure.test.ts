import { expect, test } from 'vitest';
import { findFaults, findLargeFolders } from './check-structure.ts';
import { AREAS } from './module-order.ts';

const drawing = Object.entries(AREAS)
  .map(([area, modules]) => `${area}  ${modules.join(',\n  ')}`)
  .join('\n');

/** Each fault is planted in a tree that is otherwise in order. */
const inOrder: Record<string, string> = {
  'api/src/modules/money/transfers/routes.ts': '',
  'api/src/modules/money/transfers/transfer-to-card.ts':
    'export async function transferToCard() { await 1; }',
  'api/src/modules/money/transfers/payouts.ts':
    'export const findPayout = async (db) => await sql`select 1`.execute(db);',
  'api/src/modules/money/transfers/balance.ts': 'export type Balance = { ownFundsKopecks: bigint };',
  'api/src/modules/money/transfers/account-store.ts':
    'export const find = (db) => sql`select 1`.execute(db);',
  'api/src/modules/money/transfers/distribute.ts': `import { postMovement } from '../posting/post-movement.ts';
    export const distribute = (ctx) => postMovement(ctx, {});${'\n//'.repeat(58)}`,
  'api/src/modules/money/transfers/client-accounts.ts': `// Not by postMovement.${'\n//'.repeat(60)}\nexport const readClient = 1;`,
  'web/src/features/cabinet/card-list/BlockButton.tsx': `import { Button } from '../../ui/Button.tsx';`,
  'web/src/pages/CardPage.tsx': `import { BlockButton } from '../features/cabinet/card-list/BlockButton.tsx';`,
};

test.each([
  [
    'a migration that stops the portal',
    'api/src/db/migrations/400-x.sql',
    'update operation set x = 1;',
    /in batches/,
  ],
  [
    'a tree that is drawn otherwise',
    'ARCHITECTURE.md',
    `## The tree of the back end\n\`\`\`\n${drawing.replace('cards,\n  drivers', 'drivers,\n  cards')}\n\`\`\``,
    /The tree draws "cards" once/,
  ],
  ['a page outside the repository', 'api/src/lib/vat.ts', '// domain.md section 2', /cite the law/],
  [
    'a request key carried by hand',
    'web/src/features/cabinet/card-list/BlockButton.tsx',
    `const [requestKey] = useState(newRequestKey);`,
    /newRequestKey belongs to the protocol/,
  ],
  [
    'a feature that checks itself whether its page was left',
    'web/src/pages/CardPage.tsx',
    'const isMounted = useIsMounted();',
    /useIsMounted belongs/,
  ],
  ['a vague name', 'api/src/lib/date-utils.ts', '', /says nothing/],
  ['a file with a given-up word', 'api/src/lib/tell-staff.ts', '', /use notify/],
  ['a file under a given-up name', 'api/src/lib/gather.ts', '', /"batch-calls"/],
  ['a name with a given-up word', 'api/src/lib/vat.ts', 'const MOST_LINES = 4;', /use MAX_/],
  ['a function that ends in Of', 'api/src/lib/vat.ts', 'function lineOf() {}', /begin with get/],
  ['an index file', 'web/src/features/cabinet/card-list/index.ts', '', /says nothing/],
  ['an unknown area', 'api/src/modules/misc/x/routes.ts', '', /no area "misc"/],
  ['an unknown module', 'api/src/modules/money/misc/routes.ts', '', /no module "misc"/],
  ['a file beside the modules', 'api/src/modules/money/pay-out.ts', '', /its README and its modules/],
  [
    'a second level of folders in a module',
    'api/src/modules/money/transfers/rules/caps/cap.ts',
    '',
    /one level/,
  ],
  [
    'a use case under another name',
    'api/src/modules/money/transfers/revoke-funds.ts',
    'export const revoke = 1;',
    /revokeFunds/,
  ],
  [
    'a movement that is too long',
    'api/src/modules/money/transfers/pay-out.ts',
    `export const payOut = (ctx) => postMovement(ctx, {});\n${'//\n'.repeat(60)}`,
    /at most 60 lines, this file has 61/,
  ],
  [
    'a movement that goes past the engine’s public API',
    'api/src/modules/money/transfers/pay-out.ts',
    `import { batchBooks } from '../posting/batch-books.ts';\nexport const payOut = () => batchBooks();`,
    /batch-books\.ts is inside the engine/,
  ],
  [
    'a movement that is written by hand',
    'api/src/modules/money/transfers/pay-out.ts',
    `import { writePosting } from '../ledger/plan-transfers.ts';\nexport const payOut = () => writePosting();`,
    /plan-transfers\.ts is inside the engine/,
  ],
  ['a long title', 'api/src/a.test.ts', `test('§5.20 ${'x'.repeat(81)} @phone', () => {});`, /one fact/],
  [
    'a constant that ends in "Of"',
    'api/src/lib/vat.ts',
    'const rateOf = (day: string) => day;\n',
    /"rateOf" ends in "Of"/,
  ],
  [
    'a type that ends in "Asked"',
    'api/src/lib/vat.ts',
    'interface VatAsked {}\n',
    /"VatAsked" ends in "Asked"/,
  ],
  [
    'a member with a given-up word',
    'api/src/lib/vat.ts',
    'interface Vat {\n  told: string;\n}\n',
    /has the given-up word/,
  ],
  [
    'a document with a given-up word',
    'docs/vat.md',
    'The deed is stored.\n',
    /Line 1 has the given-up word "deed"/,
  ],
  [
    'a title with a given-up word',
    'api/src/a.test.ts',
    `test('nobody reads it', () => {});`,
    /"nobody": use the role/,
  ],
  [
    'a comment with a given-up word',
    'web/src/ui/Button.module.css',
    '/* It is seen\n   by whoever asks. */',
    /line 1 has the given-up word "whoever"/,
  ],
  [
    'a comment with a given-up sense of a word',
    'api/src/lib/vat.ts',
    '\n// A job sends the\n// letter of a month.',
    /line 2 .* "sends the letter": use email/,
  ],
  [
    'a docstring that begins with a relative clause',
    'api/src/lib/vat.ts',
    '/** What a sum contains. */',
    /begins with "What"/,
  ],
  ['an unknown gateway', 'api/src/gateways/fax/send.ts', '', /no gateway "fax"/],
  [
    'a feature that imports a feature',
    'web/src/features/cabinet/card-list/Pay.tsx',
    `import { X } from '../money/X.tsx';`,
    /"cabinet\/card-list" imports feature "cabinet\/money"/,
  ],
  [
    'a lazy import of a feature',
    'web/src/features/cabinet/card-list/Pay.tsx',
    `lazy(() => import('../money/X.tsx'));`,
    /imports feature/,
  ],
  [
    'a day in the language of the browser',
    'web/src/features/cabinet/card-list/Pay.tsx',
    `export const Pay = () => <TextField label="День" type="date" />;`,
    /type "date".*DayField/,
  ],
  [
    'a moment in the language of the browser',
    'web/src/forms/SumField.tsx',
    `export const props = { type: 'datetime-local' };`,
    /type "datetime-local".*MomentField/,
  ],
  [
    'a form part that knows a feature',
    'web/src/forms/SumField.tsx',
    `import { X } from '../features/money/X.tsx';`,
    /lies above/,
  ],
])('%s is found, and only that', (_, file, text, message) => {
  const faults = findFaults(new Map(Object.entries({ ...inOrder, [file]: text })));
  expect(faults).toEqual([{ file, message: expect.stringMatching(message) }]);
});

test('a tree in order has no faults', () => {
  expect(findFaults(new Map(Object.entries(inOrder)))).toEqual([]);
});

test('a folder of more than 40 files is found, unless its files are numbered', () => {
  const fill = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, ''] as const);
  const tree = new Map([
    ...fill('api/src/lib', 40),
    ...fill('api/src/http', 41),
    ...fill('api/src/db/migrations', 99),
  ]);
  expect(findLargeFolders(tree).map(({ file }) => file)).toEqual(['api/src/http']);
});
