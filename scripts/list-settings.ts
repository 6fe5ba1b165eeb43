import fs from 'node:fs';
import path from 'node:path';

/** One row of README's table: settings that are told together. */
export type Setting = { names: string[]; fallback: string; meaning: string };

/** Where settings are read from the environment, and told. */
export const SETTING_FILES = [
  'config',
  'factor-config',
  'webhook-config',
  'telematics-config',
  'question-model-config',
  'card-comparison-config',
  'mail-config',
  'channel-config',
  'fast-payment-config',
  'bank-api-config',
  'service-config',
  'safety-config',
  'map-config',
  'network-config',
  'watching-config',
].map((name) => `api/src/${name}.ts`);
const BEGIN = '<!-- Made by `npm run settings` from the comments in api/src/config.ts. -->';
const END = '<!-- The end of what is made. -->';

/** The settings that a source describes, one `// NAME [default]: meaning` a line, in its order. */
export function readSettings(source: string): Setting[] {
  const lines = source.matchAll(/^ *\/\/ ([A-Z][A-Z0-9_]*(?:, [A-Z0-9_]+)*) \[(.+?)\]: (.+)$/gm);
  return [...lines].map(([, names = '', fallback = '', meaning = '']) => ({
    names: names.split(', '),
    fallback,
    meaning: meaning.replace(/\.$/, ''),
  }));
}

/** What the table would hide: a setting that is read and not described, or described and not read, or a wrong default. */
export function findSettingFaults(source: string): string[] {
  const code = source.replace(/^ *\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
  const read = namesIn(code);
  const settings = readSettings(source);
  const described = settings.flatMap(({ names }) => names);
  return [
    ...[...read]
      .filter((name) => !described.includes(name))
      .map((name) => `${name} is read and not described: write "// ${name} [default]: meaning." above it.`),
    ...described
      .filter((name) => !read.has(name))
      .map((name) => `${name} is described and not read: take its comment out.`),
    ...[...defaultsIn(code)]
      .filter(([name, value]) => !saysDefault(settings, name, value))
      .map(([name, value]) => `${name} is ${value} by default, and its comment does not say so.`),
  ];
}

/** `env.NAME`, `'NAME'`; in network-config.ts `key('LOGIN')` and the like belong to NETWORK_1. */
function namesIn(code: string): Set<string> {
  const isNetwork = code.includes('`NETWORK_${');
  const found = code.matchAll(/\benv\.([A-Z][A-Z0-9_]*)|'([A-Z][A-Z0-9_]*)'|\$\{name\}_([A-Z][A-Z_]*)`/g);
  const names = [...found].map(([, plain, quoted, suffix]) => plain ?? quoted ?? suffix ?? '');
  return new Set(isNetwork ? ['NETWORK_1', ...names.map((name) => `NETWORK_1_${name}`)] : names);
}

/** Defaults that stand in the code as a plain number, a yes or no, or a text. */
function defaultsIn(code: string): Map<string, string> {
  const calls = code.matchAll(
    /(?:wholeNumber|flag|oneOf)\(\s*env,\s*'([A-Z0-9_]+)',\s*(?:\[.*?\] as const, )?([^,)]+)/g,
  );
  const texts = code.matchAll(/\benv\.([A-Z0-9_]+) \|\| ('[^']*')/g);
  return new Map(
    [...calls, ...texts].flatMap(([, name = '', value = '']) => {
      const plain = plainValue(value.trim());
      return plain === null ? [] : [[name, plain] as const];
    }),
  );
}

function plainValue(code: string): string | null {
  // Zero stands where a missing setting is told apart before.
  if (/^[1-9][\d_]*$/.test(code)) return code.replaceAll('_', '');
  if (code === 'true' || code === 'false') return code === 'true' ? '`1`' : '`0`';
  // An address is told in words.
  return /^'[^']+'$/.test(code) && !/\d+\.\d+/.test(code) ? `\`${code.slice(1, -1)}\`` : null;
}

function saysDefault(settings: Setting[], name: string, value: string): boolean {
  return settings.some(({ names, fallback }) => names.includes(name) && fallback.startsWith(value));
}

export function tableOf(settings: Setting[]): string {
  const rows = settings.map(({ names, fallback, meaning }) => {
    const list = names.map((name) => `\`${name}\``).join(', ');
    return `| ${list} | ${meaning} | ${fallback} |`;
  });
  return ['| setting | meaning | default |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The page with its table made anew. Throws when it has no place for one. */
export function withTable(page: string, table: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md lacks ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const sources = SETTING_FILES.map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
  const faults = sources.flatMap(findSettingFaults);
  const readme = path.join(root, 'README.md');
  const page = fs.readFileSync(readme, 'utf8');
  const made = withTable(page, tableOf(sources.flatMap(readSettings)));
  if (!process.argv.includes('--check')) fs.writeFileSync(readme, made);
  else if (made !== page)
    faults.push('README.md: its table of settings is not that of the code: npm run settings.');
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
