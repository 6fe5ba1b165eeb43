import fs from 'node:fs';
import path from 'node:path';

export type Statement = { id: string; text: string; titles: string[] };

export type Coverage = {
  /** Sections in the order of the list. A statement without titles is one that no test names. */
  sections: { title: string; statements: Statement[] }[];
  /** Ids in test titles that are not in the list: typing mistakes. */
  unknown: { file: string; id: string }[];
};

/** Puts the titles of tests beneath the numbered statements that they name. `tests` maps a file to its text. */
export function measureCoverage(list: string, tests: Map<string, string>): Coverage {
  const shown = [...tests].flatMap(([file, text]) =>
    namedInTitles(text).map((namedInTitle) => ({ file, ...namedInTitle })),
  );
  const titlesById = Map.groupBy(shown, ({ id }) => id);
  const sections = readSections(list).map(({ title, statements }) => ({
    title,
    statements: statements.map((statement) => ({
      ...statement,
      titles: (titlesById.get(statement.id) ?? []).map((item) => item.title),
    })),
  }));
  const known = new Set(sections.flatMap(({ statements }) => statements.map(({ id }) => id)));
  return {
    sections,
    unknown: shown.filter(({ id }) => !known.has(id)).map(({ file, id }) => ({ file, id })),
  };
}

function readSections(list: string): { title: string; statements: { id: string; text: string }[] }[] {
  return list
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      statements: [...section.matchAll(/^- (§\d+\.\d+) (.*)/gm)].map(([, id = '', text = '']) => ({
        id,
        text,
      })),
    }));
}

/** Comments do not count: they may mention a statement without testing it. */
function namedInTitles(text: string): { id: string; title: string }[] {
  const strings = text.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
  );
  return [...strings]
    .filter(([literal]) => !literal.startsWith('/'))
    .flatMap(([literal]) => {
      const title = withoutMarks(literal.slice(1, -1));
      return (literal.match(/§\d+\.\d+/g) ?? []).map((id) => ({ id, title }));
    });
}

function withoutMarks(title: string): string {
  return title.replaceAll(/ \(§\d+\.\d+(, §\d+\.\d+)*\)|§\d+\.\d+ /g, '').replace(/ @phone$/, '');
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
  const root = path.join(import.meta.dirname, '../..');
  const list = fs.readFileSync(path.join(root, 'docs/spec-lines.md'), 'utf8');
  const { sections, unknown } = measureCoverage(list, readTests(root));
  for (const { title, statements } of sections) {
    const shown = statements.filter(({ titles }) => titles.length > 0);
    console.log(`\n## ${title}: ${shown.length} of ${statements.length}`);
    for (const { id, text, titles } of statements) {
      console.log(`\n${id} ${text}`);
      for (const input of titles.length > 0 ? titles : ['(no test)']) console.log(`  - ${input}`);
    }
  }
  const all = sections.flatMap(({ statements }) => statements);
  const missing = all.filter(({ titles }) => titles.length === 0).map(({ id }) => id);
  console.log(`\nIn all ${all.length - missing.length} of ${all.length} statements are named by a test.`);
  if (missing.length > 0) console.log(`No test: ${missing.join(' ')}`);
  for (const { file, id } of unknown)
    console.error(`${file}: there is no statement ${id} in docs/spec-lines.md.`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
}
