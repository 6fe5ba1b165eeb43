import type { CompatStatement } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';
import { data, isSupportedBy } from './newer-built-ins.ts';
import { oldestBrowsers, type OldestBrowser } from './oldest-browsers.ts';

/** Something of regular expressions that not every browser reads. A page with one that it can't read doesn't open at all. */
interface Syntax {
  label: string;
  compat: CompatStatement | undefined;
  isIn: (pattern: string, flags: string) => boolean;
}

const { regular_expressions: patterns, builtins } = data.javascript;

const SYNTAX: readonly Syntax[] = [
  {
    label: 'a look-behind',
    compat: patterns?.lookbehind_assertion?.__compat,
    isIn: (pattern) => /\(\?<[=!]/.test(pattern),
  },
  {
    label: 'modifiers',
    compat: patterns?.modifier?.__compat,
    isIn: (pattern) => /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/.test(pattern),
  },
  {
    label: 'one name for two groups',
    compat: patterns?.named_capturing_group?.duplicate_named_capturing_groups?.__compat,
    isIn: (pattern) => {
      const names = [...pattern.matchAll(/\(\?<([\w$]+)>/g)].map(([, name]) => name);
      return new Set(names).size < names.length;
    },
  },
  {
    label: 'the flag v',
    compat: builtins?.RegExp?.unicodeSets?.__compat,
    isIn: (_, flags) => flags.includes('v'),
  },
  {
    label: 'the flag d',
    compat: builtins?.RegExp?.hasIndices?.__compat,
    isIn: (_, flags) => flags.includes('d'),
  },
];

/** Throws when `code` has a regular expression, written as such or as a string, that one of `browsers` can't read. */
export function refuseNewerPatterns(
  code: string,
  file: string,
  browsers: readonly OldestBrowser[] = oldestBrowsers(),
): void {
  const newer = SYNTAX.filter(
    ({ compat }) => !compat || !browsers.every((browser) => isSupportedBy(compat, browser)),
  );
  for (const { pattern, flags } of listPatterns(parseAst(code)))
    for (const syntax of newer)
      if (syntax.isIn(pattern, flags))
        throw new Error(
          `${file} has ${syntax.label} in /${pattern}/${flags}, which the oldest browsers of package.json can't read.`,
        );
}

interface Pattern {
  pattern: string;
  flags: string;
}

/** Pieces of a template are taken for patterns too: one of them may hold what is newer. */
function* listPatterns(node: unknown): Generator<Pattern> {
  if (typeof node !== 'object' || node === null) return;
  const { type, regex, value } = node as { type?: string; regex?: Pattern; value?: unknown };
  if (type === 'Literal' && regex) yield regex;
  else if (type === 'Literal' && typeof value === 'string') yield { pattern: value, flags: '' };
  else if (type === 'TemplateElement')
    yield { pattern: (value as { cooked: string | null }).cooked ?? '', flags: '' };
  else if (type === 'NewExpression' || type === 'CallExpression') yield* findConstructed(node);
  for (const child of Object.values(node)) yield* listPatterns(child);
}

/** The flags of `new RegExp('…', 'v')`. */
function* findConstructed(node: object): Generator<Pattern> {
  const { callee, arguments: given } = node as {
    callee: { name?: string };
    arguments: { value?: unknown }[];
  };
  const flags = given[1]?.value;
  if (callee.name === 'RegExp' && typeof flags === 'string') yield { pattern: '', flags };
}
