import type { Fault, SourceTree } from './source-tree.ts';

const GLOSSARY = 'docs/glossary.md';

/** Checks the glossary against the code: every code word of it occurs in the code, and no screen word has two lines. */
export function findGlossaryFaults(tree: SourceTree): Fault[] {
  const faults: Fault[] = [];
  const rows = readRows(tree.get(GLOSSARY) ?? '');
  const code = [...tree].filter(([file]) => /^(api|contract|web)\/.*\.(tsx?|sql)$/.test(file));
  const text = code.map(([file, content]) => `${file}\n${content}`).join('\n');
  const seen = new Set<string>();
  for (const { shown, words } of rows) {
    // «–» stands for what no screen names.
    if (shown !== '–' && seen.has(shown))
      faults.push({ file: GLOSSARY, message: `«${shown}» has two lines: give each thing one word.` });
    seen.add(shown);
    for (const word of words) {
      if (listSpellings(word).some((spelling) => text.includes(spelling))) continue;
      faults.push({
        file: GLOSSARY,
        message: `«${shown}» is \`${word}\` here, and no code says so: write the word that the code uses, or rename there.`,
      });
    }
  }
  return faults;
}

/** Returns the lines of the glossary's table: the screen text, and the words in backticks beside it. */
function readRows(glossary: string): { shown: string; words: string[] }[] {
  return glossary
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| *(-|on the screen)/.test(line))
    .map((line) => {
      const [, shown = '', inCode = ''] = line.split('|').map((cell) => cell.trim());
      return { shown, words: [...inCode.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word) };
    });
}

/** `bank file`, `bankFile`, `BankFile`, `bank-file`, `bank_file`. */
function listSpellings(word: string): string[] {
  const parts = word.split(/[ _-]/);
  const camel = parts
    .map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
  return [word, camel, camel.charAt(0).toUpperCase() + camel.slice(1), parts.join('-'), parts.join('_')];
}
