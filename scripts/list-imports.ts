import path from 'node:path';

const ANY = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;
/** Leaves out what is imported for its types alone, which is gone when the program runs. */
const OF_VALUES =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g;

/** Returns what a source imports: files by their paths from the root, packages by the names that the source gives them. */
export function listImports(file: string, text: string, { onlyValues = false } = {}): string[] {
  const folder = path.posix.dirname(file);
  return [...withoutComments(text).matchAll(onlyValues ? OF_VALUES : ANY)].map(([, plain, late]) => {
    const name = plain ?? late ?? '';
    if (name.startsWith('.')) return path.posix.join(folder, name);
    return name.replace(/^#contract\//, 'contract/src/');
  });
}

/** A double slash after a colon is an address, not a comment. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}
