import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearestName } from '../lib/nearest-name.ts';

/** The comment above each setting, from which `npm run settings` makes its table too. */
const DESCRIBED = /^ *\/\/ ([A-Z][A-Z0-9_]*(?:, [A-Z0-9_]+)*) \[.+?\]: /gm;

/**
 * Returns a sentence for each environment variable that is not a setting but resembles one. A misspelt setting has no
 * effect, and the portal starts with the default.
 */
export function findMisspeltSettings(env: NodeJS.ProcessEnv): string[] {
  const known = knownSettings();
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return [];
    const nearest = nearestName(name.toUpperCase(), known);
    return nearest === null ? [] : [`${name} is not a setting and has no effect: ${nearest} is meant?`];
  });
}

function knownSettings(): Set<string> {
  const files = readdirSync(import.meta.dirname).filter((file) => /(^|-)config\.ts$/.test(file));
  const names = files.flatMap((file) =>
    [...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(DESCRIBED)].flatMap(
      ([, found = '']) => found.split(', '),
    ),
  );
  // One network stands for the four, and names of added ones are the operator's own.
  const networks = [2, 3, 4].flatMap((id) =>
    names.filter((name) => name.startsWith('NETWORK_1')).map((name) => name.replace('_1', `_${id}`)),
  );
  return new Set([...names, ...networks]);
}
