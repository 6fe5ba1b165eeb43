import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { drawBaseMap } from './build/draw-base-map.ts';
import { lightenContract } from './build/lighten-contract.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { prerenderLanding } from './build/prerender-landing.ts';

/** Where the API of `npm run dev` listens; scripts/dev.ts hands its own port over. */
const api = process.env.API_ADDRESS ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), lightenContract(), drawBaseMap(), preloadFonts(), prerenderLanding()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Everything under /assets carries its hash in its name and may be cached for ever.
    assetsDir: 'assets',
    // The content security policy allows scripts, styles and fonts from the server only, so nothing becomes a data: address.
    assetsInlineLimit: 0,
    // The preload helper is a module of its own; Vite writes no inline script with it.
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/staff/api', '/dev/sms', '/dev/fuel', '/healthz'].map((path) => [path, { target: api }]),
    ),
  },
});
