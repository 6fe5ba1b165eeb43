import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const CLIENT = path.join(import.meta.dirname, '../../clients/typescript');

/** The TypeScript client as npm installs it: `npm pack` compiles it first. */
async function packClient(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'magistral-client-'));
  try {
    // A project that forbids scripts of packages forbids its own `prepack` too, unless this option allows it.
    const args = ['pack', '--ignore-scripts=false', '--pack-destination', folder];
    await promisify(execFile)('npm', args, { cwd: CLIENT, shell: process.platform === 'win32' });
    const [file = ''] = await readdir(folder);
    return await readFile(path.join(folder, file));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Puts the client beside the pages, so that the portal itself hands it out: `npm install https://…/magistral-client.tgz`. It is
 * published in no registry, and a client of the operator can't open our repository.
 */
export function serveClient(): Plugin {
  return {
    name: 'serve-client',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'magistral-client.tgz', source: await packClient() });
    },
  };
}
