import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { FIRST_STYLES, FONTS, REST_OF_STYLES } from '../src/features/public/landing/first-screen.ts';
import { STATIONS_CLAIM, SUPPORT_HOURS } from '#contract/limits.ts';
import {
  fillLandingMarks,
  FIRST_SCREEN_END,
  LANDING_MARKS,
  markCalls,
  OPERATOR_MARKS,
} from '#contract/programme/landing-marks.ts';
import { type LandingFigures, toLandingOffer } from '#contract/programme/landing-offer.ts';
import type { LandingParts } from '../src/features/public/landing/landing-data.ts';
import { buildTargets } from './oldest-browsers.ts';
import { partStyles } from './part-styles.ts';
import { pruneStyles } from './prune-styles.ts';

type OperatorFile = Omit<LandingParts['operator'], 'supportHours' | 'address'> & {
  requisites: { name: string; inn: string; address: string };
  landing?: LandingFigures;
};
type LandingDocument = { landingDocument: (parts: LandingParts) => string };

const ROOT = path.join(import.meta.dirname, '..');
const DOCUMENT = 'src/landing-document.tsx';
const SCRIPT = 'src/landing-script.ts';

/**
 * Writes `landing.html`: the landing page drawn at build time, its styles inside it in three places, its script the small
 * one. While developing, the page is drawn again at each request.
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    config: (_config, { command }) =>
      command === 'build'
        ? { build: { rolldownOptions: { input: [path.join(ROOT, 'index.html'), path.join(ROOT, SCRIPT)] } } }
        : {},
    async generateBundle(_options, bundle) {
      const script = Object.values(bundle).find(
        (part) => part.type === 'chunk' && part.facadeModuleId === path.join(ROOT, SCRIPT),
      );
      if (!script) throw new Error('The script of the landing page was not built');
      const drawn = await buildDocument();
      // The same fonts come with the application under the same names.
      const missing = drawn.assets.filter(({ fileName }) => !(fileName in bundle));
      for (const asset of missing) this.emitFile({ type: 'asset', ...asset });
      const parts = {
        operator: { ...readOperator(), ...LANDING_MARKS, ...OPERATOR_MARKS },
        script: `/${script.fileName}`,
      };
      const source = placeStyles(markCalls(drawn.landingDocument(parts)), drawn.css);
      this.emitFile({ type: 'asset', fileName: 'landing.html', source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, goOn) => {
        if (request.url?.split('?')[0] !== '/') return goOn();
        // The styles come with the modules that name them.
        const styles = `<script type="module" src="/${DOCUMENT}"></script></head>`;
        const drawn = server.ssrLoadModule(`/${DOCUMENT}`).then((loaded) => {
          const { landingDocument } = loaded as LandingDocument;
          const operator = readOperator();
          const parts = {
            operator: { ...operator, ...LANDING_MARKS, ...OPERATOR_MARKS },
            script: `/${SCRIPT}`,
          };
          const contacts = { ...operator, supportHours: SUPPORT_HOURS, address: operator.requisites.address };
          const drawnPage = fillLandingMarks(markCalls(landingDocument(parts)), contacts, {
            operator,
            networks: operator.partners
              .filter(({ active }) => active)
              .map((network) => ({
                ...network,
                cardPriceKopecks: Math.round(network.cardPriceRubles * 100),
              })),
            stations: STATIONS_CLAIM + 1,
            notice: null,
            offer: toLandingOffer(operator.landing),
          });
          const html = placeStyles(drawnPage, '').replace('</head>', styles);
          const address = `http://${request.headers.host}`;
          return server.transformIndexHtml('/', html.replaceAll('%PUBLIC_ADDRESS%', address));
        });
        drawn.then(
          (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          (error: unknown) => goOn(error),
        );
      });
    },
  };
}

function placeStyles(html: string, css: string): string {
  const [firstScreen = ''] = html.split(REST_OF_STYLES);
  const { first, rest, fonts } = partStyles(pruneStyles(css, html), firstScreen);
  return html
    .replace(FIRST_STYLES, () => first)
    .replace(`<style>${REST_OF_STYLES}`, () => `${FIRST_SCREEN_END}<style>${rest}`)
    .replace(FONTS, () => fonts);
}

/** Builds the document as a module of its own, with its styles. */
async function buildDocument(): Promise<
  LandingDocument & { css: string; assets: { fileName: string; source: string | Uint8Array }[] }
> {
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: DOCUMENT,
      write: false,
      target: buildTargets(),
      cssMinify: true,
      ssrEmitAssets: true,
      assetsInlineLimit: 0,
    },
  })) as Rolldown.RolldownOutput;
  const [chunk] = built.output;
  const assets = built.output.filter((part) => part.type === 'asset');
  const isStyle = ({ fileName }: { fileName: string }): boolean => fileName.endsWith('.css');
  return {
    landingDocument: await run(chunk.code),
    css: assets
      .filter(isStyle)
      .map(({ source }) => String(source))
      .join(''),
    assets: assets.filter((asset) => !isStyle(asset)).map(({ fileName, source }) => ({ fileName, source })),
  };
}

async function run(code: string): Promise<LandingDocument['landingDocument']> {
  const folder = await mkdtemp(path.join(tmpdir(), 'magistral-landing-'));
  try {
    const file = path.join(folder, 'landing-document.mjs');
    await writeFile(file, code);
    const { landingDocument } = (await import(pathToFileURL(file).href)) as LandingDocument;
    return landingDocument;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file that the server reads and checks; here it is only read. */
function readOperator(): OperatorFile {
  const file = process.env.OPERATOR_FILE || path.join(ROOT, '../operator.json');
  return JSON.parse(readFileSync(file, 'utf8')) as OperatorFile;
}
