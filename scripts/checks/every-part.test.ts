import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const kit = path.join(import.meta.dirname, '../../web/src/ui');
const gallery = path.join(import.meta.dirname, '../../web/src/features/public/parts');

/** The application renders these parts once around every page, and so around this one; titles stand on the page itself. */
const PAGE_WRAPPERS = ['Announcer', 'ToastHost', 'TooltipHost', 'PageTitle'];

test('every part of the interface stands at /dev/parts', () => {
  const shown = globSync('*.tsx', { cwd: gallery }).map((file) =>
    readFileSync(path.join(gallery, file), 'utf8'),
  );
  const parts = globSync('**/*.tsx', { cwd: kit }).flatMap((file) =>
    [...readFileSync(path.join(kit, file), 'utf8').matchAll(/^export function ([A-Z]\w*)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const missing = parts.filter((part) => !new RegExp(`<${part}\\b`).test(shown.join('\n')));
  expect(missing.filter((part) => !PAGE_WRAPPERS.includes(part))).toEqual([]);
  expect(parts.length).toBeGreaterThan(40);
});
