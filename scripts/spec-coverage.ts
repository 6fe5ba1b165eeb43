import fs from 'node:fs';
import path from 'node:path';

export type Coverage = {
  /** In the order of the list; `missing` are the statements that no test title names. */
  sections: { title: string; ids: string[]; missing: string[] }[];
  /** Ids in test titles that are not in the list: typing mistakes. */
  unknown: { file: string; id: string }[];
};

/** Compares the numbered statements with the ids in test titles. `tests` maps a file to its text. */
export function measureCoverage(list: string, tests: Map<string, string>): Coverage {
  const shown = [...tests].flatMap(([file, text]) => idsInTitles(text).map((id) => ({ file, id })));
  const shownIds = new Set(shown.map(({ id }) => id));
  const sections = readSections(list).map((section) => ({
    ...section,
    missing: section.ids.filter((id) => !shownIds.has(id)),
  }));
  const known = new Set(sections.flatMap(({ ids }) => ids));
  return { sections, unknown: shown.filter(({ id }) => !known.has(id)) };
}

function readSections(list: string): { title: string; ids: string[] }[] {
  return list
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      ids: [...section.matchAll(/^- (§\d+\.\d+) /gm)].map(([, id]) => id ?? ''),
    }));
}

/** Comments do not count: they may mention a statement without testing it. */
function idsInTitles(text: string): string[] {
  const strings = text.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
  );
  return [...strings]
    .filter(([literal]) => !literal.startsWith('/'))
    .flatMap(([literal]) => literal.match(/§\d+\.\d+/g) ?? []);
}

function readTests(root: string): Map<string, string> {
  const tests = new Map<string, string>();
  for (const folder of ['contract', 'api', 'web', 'e2e', 'scripts']) {
    if (!fs.existsSync(path.join(root, folder))) continue;
    for (const file of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(test|spec)\.tsx?$/.test(file) || file.includes('node_modules')) continue;
      tests.set(path.join(folder, file), fs.readFileSync(path.join(root, folder, file), 'utf8'));
    }
  }
  return tests;
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const list = fs.readFileSync(path.join(root, 'docs/spec-lines.md'), 'utf8');
  const { sections, unknown } = measureCoverage(list, readTests(root));
  for (const { title, ids, missing } of sections) {
    console.log(`${title}: ${ids.length - missing.length} of ${ids.length}`);
    if (missing.length > 0) console.log(`  no test: ${missing.join(' ')}`);
  }
  const total = sections.flatMap(({ ids }) => ids).length;
  const missing = sections.flatMap((section) => section.missing).length;
  console.log(`In all ${total - missing} of ${total} statements are named by a test.`);
  for (const { file, id } of unknown)
    console.error(`${file}: there is no statement ${id} in docs/spec-lines.md.`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
}
