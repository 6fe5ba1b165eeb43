import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCard, givenCompany } from '../testing/givens/factories.ts';
import { givenKey } from '../testing/givens/given-key.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Program of a developer who has only the package, with no flag of ours and none of our sources. */
const PROGRAM = `
import { connect, HttpError, listCards, listOperations, transferByKey } from 'magistral-client';

declare const process: { env: Record<string, string | undefined> };
connect({ url: process.env['MAGISTRAL_URL'] ?? '', key: process.env['MAGISTRAL_KEY'] ?? '' });
const { data: cards } = await listCards();
const card = cards[0];
if (!card) throw new Error('no card');
const paid = await transferByKey(card.id, 'package-1', { sum: 15.5 });
const { data: operations } = await listOperations({ cardId: card.id, perPage: 5 });
const found = operations.some(({ id }) => id === paid.data.operation_id);
const refusal = await transferByKey(card.id, 'package-2', { sum: 900_000 }).catch((error: unknown) => error);
console.log(card.card_number, found, refusal instanceof HttpError ? refusal.status : refusal);
`;

const STRICTEST = [
  'strict',
  'exactOptionalPropertyTypes',
  'noUncheckedIndexedAccess',
  'noPropertyAccessFromIndexSignature',
  'noImplicitOverride',
  'noImplicitReturns',
  'noUnusedLocals',
  'noUnusedParameters',
  'noFallthroughCasesInSwitch',
  'noUncheckedSideEffectImports',
  'isolatedModules',
  'verbatimModuleSyntax',
];

let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-program-'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

test('the packed client installs, compiles under strict options and runs in plain Node', async () => {
  // A project that forbids scripts of packages forbids its own `prepack` too, unless this flag allows it.
  const pack = ['pack', '--ignore-scripts=false', '--pack-destination', folder];
  await run('npm', pack, { cwd: path.join(ROOT, 'clients/typescript') });
  const [packed = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","private":true}');
  writeFileSync(path.join(folder, 'program.ts'), PROGRAM);
  const strictest = Object.fromEntries(STRICTEST.map((option) => [option, true]));
  const compilerOptions = { ...strictest, skipLibCheck: false, module: 'nodenext', target: 'es2022' };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const runtime = path.join(ROOT, 'node_modules/@oazapfts/runtime');
  // The dependencies of the package are taken from here, because a test asks no registry.
  await run('npm', ['install', '--offline', '--no-audit', runtime, `./${packed}`], { cwd: folder });
  await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder });

  const company = await givenCompany(api, { unallocatedKopecks: 5_000_00 });
  const card = await givenCard(api, company.id, { partnerId: 2 });
  const { key } = await givenKey(api, company);
  const env = { ...process.env, MAGISTRAL_URL: api.url, MAGISTRAL_KEY: key };
  const { stdout } = await run(process.execPath, ['--no-strip-types', 'program.js'], { cwd: folder, env });
  expect(stdout).toBe(`${card.number} true 400\n`);
});
