import fs from 'node:fs';
import path from 'node:path';
import { listImports } from './list-imports.ts';

/** A file that reads where the run's database server is, or starts a server of its own. */
const NEEDS_SERVER = /\binject\('test(?:ServerUrl|Template)'\)|\bstartEmbeddedPostgres\(/;

/**
 * Divides the tests of the back end by whether they reach a database server through their imports. Returns paths
 * from the root.
 */
export function splitTests(root: string): { withDatabase: string[]; withoutDatabase: string[] } {
  const texts = readSources(root);
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const imported of listImports(file, text))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const reaching = new Set([...texts].filter(([, text]) => NEEDS_SERVER.test(text)).map(([file]) => file));
  for (const file of reaching) for (const importer of importers.get(file) ?? []) reaching.add(importer);
  const tests = [...texts.keys()].filter((file) => file.startsWith('api/') && file.endsWith('.test.ts'));
  return {
    withDatabase: tests.filter((file) => reaching.has(file)),
    withoutDatabase: tests.filter((file) => !reaching.has(file)),
  };
}

function readSources(root: string): Map<string, string> {
  const files = ['api/src', 'contract/src', 'tools'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.posix.join(folder, file)),
  );
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
}
