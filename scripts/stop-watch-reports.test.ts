import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = `
  const { Worker } = require('node:worker_threads');
  const program = "import('node:fs').then(() => require('node:worker_threads').parentPort.postMessage('answer'))";
  new Worker(program, { eval: true }).once('message', (message) => console.log(JSON.stringify(message)));`;

function readFirstMessage(...options: string[]): string {
  const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' };
  return execFileSync(process.execPath, [...options, '-e', PROGRAM], { env, encoding: 'utf8' }).trim();
}

test('a worker of a watched program sends its answer first', () => {
  expect(readFirstMessage()).toContain('watch:import');
  const preload = path.join(import.meta.dirname, 'stop-watch-reports.ts');
  expect(readFirstMessage('--import', preload)).toBe('"answer"');
});
