import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { withoutComments } from './check-tree.ts';

/**
 * Everything that these programs import, directly or through others: files from the root, and packages by their names. What
 * is imported for its types alone is not there when they run.
 */
export function importedPlaces(
  root: string,
  programs: readonly string[],
): { files: string[]; packages: string[] } {
  const files = new Set(programs);
  const packages = new Set<string>();
  for (const file of files) {
    const text = withoutComments(fs.readFileSync(path.join(root, file), 'utf8'));
    const imports = text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g,
    );
    for (const [, plain, late] of imports) {
      const named = plain ?? late ?? '';
      if (named.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), named));
      else if (named.startsWith('#contract/')) files.add(named.replace('#contract', 'contract/src'));
      else if (!named.startsWith('node:') && !builtinModules.includes(named))
        packages.add(getPackageName(named));
    }
  }
  return { files: [...files], packages: [...packages] };
}

function getPackageName(named: string): string {
  return named
    .split('/')
    .slice(0, named.startsWith('@') ? 2 : 1)
    .join('/');
}
