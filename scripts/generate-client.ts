import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateSource } from 'oazapfts';
import { publishedOpenApi } from '#contract/published-openapi.ts';

/**
 * `npm run client` writes the TypeScript client from the contract: the calls that a company's key opens. It has the version of
 * the portal, so `npm version` runs this too. With `--check` it writes nothing and fails when the client is older than the
 * contract or has another version.
 */
const ROOT = path.join(import.meta.dirname, '..');
export const CLIENT = path.join(ROOT, 'clients/typescript/src/calls.ts');

const MANIFEST = path.join(ROOT, 'clients/typescript/package.json');

/** The client as the contract wants it now. */
export async function generateClient(): Promise<string> {
  const version = readVersion();
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

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Returns the client's manifest with the version of the portal. */
function makeManifest(manifest: string): string {
  return manifest.replace(/"version": "[^"]*"/, `"version": "${readVersion()}"`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = [
    [CLIENT, await generateClient()],
    [MANIFEST, makeManifest(readFileSync(MANIFEST, 'utf8'))],
  ] as const;
  if (!process.argv.includes('--check')) for (const [file, text] of files) writeFileSync(file, text);
  else if (files.some(([file, text]) => readFileSync(file, 'utf8') !== text)) {
    console.error('clients/typescript is older than the contract: npm run client');
    process.exitCode = 1;
  }
}
