import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { lightenContract } from './lighten-contract.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** What `/cabinet` shows (src/routes.tsx). */
const PARTS = ['src/pages/cabinet/CabinetShell.tsx', 'src/pages/cabinet/CardsPage.tsx'];

const FIRST_FIGURES = 'src/first-figures.ts';
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
/** As `preloadFonts` writes it. */
const FONT = /<link rel="preload" as="font"[^>]* href="([^"]+)"[^>]*>\s*/g;
/** Colours and typefaces (src/ui/theme/tokens.css). */
const THEME = /:root\s*\{/;

/**
 * Writes `cabinet.html`: the application's page that names the files of the cabinet's first screen, too. Its code is
 * otherwise asked for only when the application has begun, half a second later on a slow phone. A small script in the page
 * asks for the screen's data meanwhile, then for the
 * typefaces; colours stand in the page, so that what the script writes waits for no file.
 */
export function preloadCabinet(): Plugin {
  return {
    name: 'preload-cabinet',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The page of the application was not built');
      const html = String(page.source);
      const links = [...filesOf(bundle)]
        .filter((file) => !html.includes(file))
        .map((file) =>
          file.endsWith('.css')
            ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
            : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
        );
      const fonts = [...html.matchAll(FONT)];
      const script = await buildFirstFigures(fonts.map(([, href = '']) => href));
      const sheets = [...html.matchAll(STYLE_SHEET)];
      const source = html
        .replaceAll(STYLE_SHEET, '')
        // Behind the first figures, so that these are drawn before they have come; the application waits for them.
        .replace('</body>', () => `${sheets.map(([link]) => link).join('')}</body>`)
        .replaceAll(FONT, '')
        // The files that Vite names itself, too: they come behind the data, of which there is little.
        .replaceAll(
          '<link rel="modulepreload" crossorigin',
          '<link rel="modulepreload" fetchpriority="low" crossorigin',
        )
        .replace('</head>', () => `${links.join('')}</head>`)
        // Before the styles: a script behind them would wait for them.
        .replace(
          '<title>',
          () => `<script>${script}</script><style>${themeOf(sheets, bundle)}</style><title>`,
        );
      this.emitFile({ type: 'asset', fileName: 'cabinet.html', source });
    },
  };
}

/** The style sheet that the theme is in, once more: as a file it keeps its place among the others. */
function themeOf(sheets: RegExpExecArray[], bundle: Rolldown.OutputBundle): string {
  const sources = sheets
    .map(([, file = '']) => bundle[file])
    .map((part) => (part?.type === 'asset' ? String(part.source) : ''));
  const theme = sources.find((source) => THEME.test(source));
  if (!theme || /<\/style/i.test(theme))
    throw new Error('The theme of the cabinet was not found among its style sheets');
  return theme.trim();
}

/** As one script without imports; it ends no element of the page. */
async function buildFirstFigures(fonts: readonly string[]): Promise<string> {
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [lightenContract()],
    define: { FIRST_FONTS: JSON.stringify(fonts) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: path.join(ROOT, FIRST_FIGURES), formats: ['iife'], name: 'firstFigures' },
    },
  })) as Rolldown.RolldownOutput[];
  const code = built[0]?.output[0].code.trim() ?? '';
  if (/<\/script|\bimport\b/i.test(code)) throw new Error(`${FIRST_FIGURES} can't stand in a page`);
  return code;
}

/** The scripts of the parts, with everything that they import, and their styles. */
function filesOf(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
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
