import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateSource } from 'oazapfts';
import { publishedOpenApi } from '#contract/published-openapi.ts';

/**
 * `npm run client` writes the TypeScript client from the contract: the calls that a company's key opens. With `--check` it
 * writes nothing and fails when what stands there is older than the contract.
 */
const ROOT = path.join(import.meta.dirname, '..');
export const CLIENT = path.join(ROOT, 'clients/typescript/src/calls.ts');

/** The client as the contract wants it now. */
export async function generateClient(): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const document = publishedOpenApi({
    name: 'Магистраль',
    version,
    email: 'help@magistral.example',
    address: 'http://localhost:3000',
    keysOnly: true,
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-client-'));
  try {
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    // Optimistic: a call returns what it is for, and a refusal is thrown.
    return await generateSource(file, { optimistic: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const source = await generateClient();
  if (!process.argv.includes('--check')) writeFileSync(CLIENT, source);
  else if (readFileSync(CLIENT, 'utf8') !== source) {
    console.error('clients/typescript is older than the contract: npm run client');
    process.exitCode = 1;
  }
}
