import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { drawBaseMap } from './build/draw-base-map.ts';
import { lightenContract } from './build/lighten-contract.ts';
import { isOfFirstScreen, preloadCabinet, type ModuleGraph } from './build/preload-cabinet.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { buildTargets } from './build/oldest-browsers.ts';
import { prerenderLanding } from './build/prerender-landing.ts';
import { serveClient } from './build/pack-client.ts';
import { precompressFiles } from './build/precompress-files.ts';
import { serveOldestBrowsers } from './build/serve-oldest-browsers.ts';

/** Address where the API of `npm run dev` listens. scripts/dev.ts passes its own port. */
const api = process.env.API_ADDRESS ?? 'http://127.0.0.1:3000';

const SHARED =
  /web\/src\/(ui|lib|server|state|actions|forms|tables|cards|layouts)\/|contract\/src|node_modules\/(@(base-ui|floating-ui|tabler)|react-hook-form)\//;
/** The first screen's modules, wherever they are. */
const OURS = new RegExp(String.raw`web\/src\/|${SHARED.source}`);

/**
 * Code that several pages share comes in a few files. With a hundred small ones a phone waited for each round trip. A
 * layer imports only those before it, so no files wait for each other. Code that one page needs stays in its own file, and
 * what the cabinet's first screen does not need waits in `more`.
 */
const CHUNKS = [
  {
    name: 'landing',
    test: /holiday-notice|scheme-memory|session-key|show-popover|contract\/src\/limits|preload-helper/,
    priority: 4,
  },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-)?query[^/]*)\//,
    priority: 3,
  },
  {
    name: (id: string, modules: ModuleGraph) => (isOfFirstScreen(id, modules) ? 'parts' : null),
    debugName: 'parts',
    // Its own small files too: fifteen of a kilobyte would each be one more request.
    test: OURS,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: (id: string, modules: ModuleGraph) => (isOfFirstScreen(id, modules) ? null : 'more'),
    debugName: 'more',
    test: SHARED,
    minShareCount: 3,
    priority: 1,
    // Otherwise it takes what the first screen imports once.
    includeDependenciesRecursively: false,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    lightenContract(),
    drawBaseMap(),
    preloadFonts(),
    serveOldestBrowsers(),
    preloadCabinet(),
    prerenderLanding(),
    serveClient(),
    precompressFiles(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest browsers are defined once, in package.json. The styles are written for them too.
    target: buildTargets(),
    // Everything under /assets carries its hash in its name and may be cached for ever.
    assetsDir: 'assets',
    // The content security policy allows scripts, styles and fonts from the server only, so nothing becomes a data: address.
    assetsInlineLimit: 0,
    // The preload helper is a module of its own; Vite writes no inline script with it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/staff/api', '/dev/sms', '/dev/fuel', '/healthz'].map((path) => [path, { target: api }]),
    ),
  },
});
