import fs from 'node:fs';
import path from 'node:path';
import { AREAS } from './areas.ts';
import { findMutants, type Mutant } from './find-mutants.ts';

/** A mistake with its file and the text of its line, which starts at `column`. */
export type Located = Mutant & { file: string; text: string; column: number };

const root = path.join(import.meta.dirname, '../..');

/** The mistakes of one area of `areas.ts`, or of all for an empty name. */
export function readMutants(area: string): Located[] {
  const places = area === '' ? Object.values(AREAS).flat() : (AREAS[area] ?? []);
  return places.flatMap(listSources).flatMap((file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    const lines = source.split('\n');
    return findMutants(source).map((mutant) => ({
      ...mutant,
      file,
      text: (lines[mutant.line - 1] ?? '').trim(),
      column: mutant.start - source.lastIndexOf('\n', mutant.start - 1),
    }));
  });
}

/** Names a mistake by the text of its line, so that lines above it may come and go. */
export function identify({ file, kind, text }: Located): string {
  return `${file}: ${kind}: ${text}`;
}

/** The mistakes of `equivalent.txt`, as `identify` names them. « # » and why nothing changes follow each. */
export function readEquivalent(): string[] {
  return fs
    .readFileSync(path.join(import.meta.dirname, 'equivalent.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split(' # ')[0] ?? '')
    .filter(Boolean);
}

function listSources(place: string): string[] {
  if (place.endsWith('.ts')) return [place];
  return fs
    .readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.posix.join(place, file))
    .toSorted();
}
