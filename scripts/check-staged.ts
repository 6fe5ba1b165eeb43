import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findFaults } from './checks/check-structure.ts';

/**
 * Checks format, lint and structure of the files that are about to be committed (`.githooks/pre-commit`). It checks the
 * files in the folder, and warns when they differ from the staged ones.
 */
const root = path.join(import.meta.dirname, '..');
const staged = listFiles('--cached', '--diff-filter=ACMR');
const unstaged = new Set(listFiles());
for (const file of staged.filter((value) => unstaged.has(value)))
  console.warn(`${file} has changes that are not staged: the check sees them too.`);

const passes = [checkFormat(), checkLint(), checkStructure(), checkSettings()];
process.exitCode = passes.every(Boolean) ? 0 : 1;

function listFiles(...options: string[]): string[] {
  const names = execFileSync('git', ['diff', '--name-only', '-z', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  return names.split('\0').filter((file) => file && fs.existsSync(path.join(root, file)));
}

function checkFormat(): boolean {
  const files = staged.filter((file) => /^(contract|api|web|e2e|scripts|tools)\//.test(file));
  return run(
    'oxfmt',
    ['--check', '--no-error-on-unmatched-pattern'],
    files,
    'npm run format mends the format.',
  );
}

function checkLint(): boolean {
  const files = staged.filter((file) => /^(contract|api|web|e2e|scripts|tools)\/.*\.tsx?$/.test(file));
  return run('oxlint', ['--type-aware'], files);
}

function checkStructure(): boolean {
  const isRead = (file: string): boolean => /\.(tsx?|css|sql|md)$/.test(file);
  const texts = staged.map(
    (file) => [file, isRead(file) ? fs.readFileSync(path.join(root, file), 'utf8') : ''] as const,
  );
  const faults = findFaults(new Map(texts));
  for (const { file, message } of faults) console.error(`${file}: ${message}`);
  return faults.length === 0;
}

function checkSettings(): boolean {
  if (!staged.some((file) => file === 'docs/settings.md' || /^api\/src\/([a-z]+-)?config\.ts$/.test(file)))
    return true;
  return run(process.execPath, [], ['scripts/checks/list-settings.ts', '--check']);
}

/** Returns true when there is nothing to check or nothing wrong. Prints the tool's output only on a failure. */
function run(tool: string, options: string[], files: string[], hint = ''): boolean {
  if (files.length === 0) return true;
  const { error, status, stdout, stderr } = spawnSync(tool, [...options, ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status === 0) return true;
  console.error([stdout, stderr, hint].filter(Boolean).join('\n'));
  return false;
}
