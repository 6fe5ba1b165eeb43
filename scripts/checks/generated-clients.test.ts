import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedOpenApi } from '#contract/published-openapi.ts';

/**
 * Clients that other generators write from the published document. `oazapfts`, which writes ours, has a test of its own
 * (`api/src/http/client-package.test.ts`).
 */
const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string): string =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

const TYPESCRIPT = packageFile('typescript', 'bin/tsc');
const COMPILER_OPTIONS = {
  // No stricter than that: the files that hey-api itself adds go no further.
  strict: true,
  isolatedModules: true,
  noEmit: true,
  module: 'preserve',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-generated-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns what the program wrote, and throws it where the program failed. */
function run(...args: string[]): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`, { cause: error });
  }
}

function compile(file: string): void {
  const config = path.join(folder, `tsconfig.${path.basename(path.dirname(file))}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [file] }));
  run(TYPESCRIPT, '-p', config);
}

describe.each([{ keysOnly: false }, { keysOnly: true }])(
  'a client of the document ($keysOnly: of a key alone)',
  ({ keysOnly }) => {
    const name = keysOnly ? 'keys' : 'all';
    beforeAll(() => {
      const document = publishedOpenApi({
        name: 'Магистраль',
        version: '1.0.0',
        email: 'help@magistral.example',
        address: 'https://magistral.example',
        keysOnly,
      });
      writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(document));
    });

    test('a client that orval writes compiles', () => {
      const output = { target: `./orval-${name}/client.ts`, client: 'fetch' };
      const config = { portal: { input: `./${name}.json`, output } };
      writeFileSync(path.join(folder, `${name}.config.mjs`), `export default ${JSON.stringify(config)}`);
      run(packageFile('orval', 'dist/bin/orval.mjs'), '--config', `${name}.config.mjs`);
      const file = path.join(folder, output.target);
      // It is of the document: a generator that finds nothing writes a client without calls, and that compiles too.
      expect(readFileSync(file, 'utf8')).toContain('/api/v1/cards');
      compile(file);
    });

    test('a client that hey-api writes compiles', () => {
      const loader = path.join(import.meta.dirname, '../with-typescript-5.ts');
      const program = packageFile('@hey-api/openapi-ts', 'dist/run.mjs');
      const files = `--input ${name}.json --output hey-${name} --no-log-file`;
      const plugins = '--plugins @hey-api/typescript @hey-api/sdk @hey-api/client-fetch';
      run('--import', loader, program, ...`${files} ${plugins}`.split(' '));
      expect(readFileSync(path.join(folder, `hey-${name}/sdk.gen.ts`), 'utf8')).toContain('/api/v1/cards');
      compile(path.join(folder, `hey-${name}/index.ts`));
    });
  },
);
