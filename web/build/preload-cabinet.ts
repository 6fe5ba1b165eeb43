import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { lightenContract } from './lighten-contract.ts';
import { buildTargets } from './oldest-browsers.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Modules that `/cabinet` shows (src/routes.tsx). */
const PARTS = ['src/pages/cabinet/CabinetShell.tsx', 'src/pages/cabinet/CardsPage.tsx'];

/** The application starts here. */
const ENTRY = 'src/main.tsx';

const FIRST_FIGURES = 'src/first-figures.ts';
/** Matches the style sheets of the application's page. */
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">\s*/g;
const MODULE = /<link rel="modulepreload"[^>]* href="([^"]+)">\s*/g;
/** Matches the output of `preloadFonts`. */
const FONT = /<link rel="preload" as="font"[^>]* href="([^"]+)"[^>]*>\s*/g;
const APPLICATION = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g;
/** Colours and typefaces (src/ui/theme/tokens.css). */
const THEME = /:root\s*\{/;

/**
 * Writes `cabinet.html`: the application's page with a small script that requests the first screen's data, and only
 * then the files of the application and of that screen. Otherwise their code is requested when the application has
 * started, half a second later on a slow phone. The page contains the colours, so that the script's output waits for no
 * file.
 */
export function preloadCabinet(): Plugin {
  return {
    name: 'preload-cabinet',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The page of the application was not built');
      const html = String(page.source);
      const named = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, file = '']) => file);
      const sheets = named(STYLE_SHEET);
      const [application] = named(APPLICATION);
      if (application === undefined) throw new Error('The page of the application names no script');
      const parts = [...listFiles(bundle)].filter((file) => !html.includes(file)).map((file) => `/${file}`);
      const script = await buildFirstFigures({
        application,
        sheets: sheets.map((file) => `/${file}`),
        scripts: [...named(MODULE), ...parts.filter((file) => file.endsWith('.js'))],
        styles: parts.filter((file) => file.endsWith('.css')),
        fonts: named(FONT),
      });
      const source = [STYLE_SHEET, MODULE, FONT, APPLICATION]
        .reduce((rest, pattern) => rest.replaceAll(pattern, ''), html)
        // The data first: a script behind styles would wait for them.
        .replace(
          '<title>',
          () => `<script>${script}</script><style>${findTheme(sheets, bundle)}</style><title>`,
        );
      this.emitFile({ type: 'asset', fileName: 'cabinet.html', source });
    },
  };
}

export interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

let firstScreen: ReadonlySet<string> | undefined;

/** Whether the application's start or `/cabinet` needs a module before it is drawn. */
export function isOfFirstScreen(id: string, modules: ModuleGraph): boolean {
  firstScreen ??= listStaticImports([ENTRY, ...PARTS], modules);
  return firstScreen.has(id);
}

function listStaticImports(starts: readonly string[], modules: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = starts.map((start) => path.join(ROOT, start));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Finds the style sheet with the theme, to repeat it. As a file it stays in its place among the others. */
function findTheme(sheets: readonly string[], bundle: Rolldown.OutputBundle): string {
  const sources = sheets
    .map((file) => bundle[file])
    .map((part) => (part?.type === 'asset' ? String(part.source) : ''));
  const theme = sources.find((source) => THEME.test(source));
  if (!theme || /<\/style/i.test(theme))
    throw new Error('The theme of the cabinet was not found among its style sheets');
  return theme.trim();
}

/** Builds one script without imports; it ends no element of the page. */
async function buildFirstFigures(files: Record<string, string | readonly string[]>): Promise<string> {
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [lightenContract()],
    define: { FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: buildTargets(),
      lib: { entry: path.join(ROOT, FIRST_FIGURES), formats: ['iife'], name: 'firstFigures' },
    },
  })) as Rolldown.RolldownOutput[];
  const code = built[0]?.output[0].code.trim() ?? '';
  if (/<\/script|\bimport\b/i.test(code)) throw new Error(`${FIRST_FIGURES} can't stand in a page`);
  return code;
}

/** The scripts of the parts, with everything that they import, and their styles. */
function listFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const files = new Set<string>();
  const take = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (files.has(fileName) || chunk?.type !== 'chunk') return;
    files.add(fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    chunk.imports.forEach(take);
  };
  for (const part of PARTS) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(ROOT, part));
    if (!chunk) throw new Error(`${part} is not a page of its own any more`);
    take(chunk.fileName);
  }
  return files;
}
