import fs from 'node:fs';
import path from 'node:path';

export interface WrittenStatement {
  /** Path from the root of the repository. */
  file: string;
  /** Text of the statement, with `?` for interpolated values. */
  text: string;
}

/** Every piece of SQL that the back end sends: the `sql` templates of its sources, without those of tests. */
export function readStatements(root: string): WrittenStatement[] {
  const files = fs
    .readdirSync(path.join(root, 'api/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|^demonstration\//.test(file));
  return files.toSorted().flatMap((name) => {
    const file = path.posix.join('api/src', name);
    return listTemplates(fs.readFileSync(path.join(root, file), 'utf8')).map((text) => ({ file, text }));
  });
}

/** The texts of the `sql` templates in a source; a template inside another one is a text of its own. */
export function listTemplates(source: string): string[] {
  const found: string[] = [];
  for (const { index, 0: start } of source.matchAll(/\bsql(?:<[^`]*?>)?`/g)) {
    let text = '';
    let at = index + start.length;
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at = findEndOfInterpolation(source, at + 2);
        text += '?';
      } else {
        text += source[at];
        at += source[at] === '\\' ? 2 : 1;
      }
    }
    found.push(text);
  }
  return found;
}

/** Returns the place after the brace that closes an expression, over any templates inside the expression. */
function findEndOfInterpolation(source: string, start: number): number {
  let at = start;
  for (let depth = 1; depth > 0 && at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
  }
  return at;
}
