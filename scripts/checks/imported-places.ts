import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { listImports } from '../list-imports.ts';

/** Everything that these programs import when they run, directly or through others: files from the root, and packages. */
export function importedPlaces(
  root: string,
  programs: readonly string[],
): { files: string[]; packages: string[] } {
  const files = new Set(programs);
  const packages = new Set<string>();
  for (const file of files)
    for (const target of listImports(file, fs.readFileSync(path.join(root, file), 'utf8'), {
      onlyValues: true,
    })) {
      if (target.endsWith('.ts')) files.add(target);
      else if (!target.startsWith('node:') && !builtinModules.includes(target))
        packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    }
  return { files: [...files], packages: [...packages] };
}
