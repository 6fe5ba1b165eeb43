import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const ROOT = path.join(import.meta.dirname, '..');
/** What `/cabinet` shows (src/routes.tsx). */
const PARTS = ['src/pages/cabinet/CabinetShell.tsx', 'src/pages/cabinet/CardsPage.tsx'];

/**
 * Writes `cabinet.html`: the application's page that names the files of the cabinet's first screen, too. Its code is
 * otherwise asked for only when the application has begun, half a second later on a slow phone.
 */
export function preloadCabinet(): Plugin {
  return {
    name: 'preload-cabinet',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The page of the application was not built');
      const html = String(page.source);
      const links = [...filesOf(bundle)]
        .filter((file) => !html.includes(file))
        .map((file) =>
          file.endsWith('.css')
            ? `<link rel="preload" as="style" href="/${file}">`
            : `<link rel="modulepreload" crossorigin href="/${file}">`,
        );
      const source = html.replace('</head>', () => `${links.join('')}</head>`);
      this.emitFile({ type: 'asset', fileName: 'cabinet.html', source });
    },
  };
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
