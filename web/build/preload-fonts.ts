import type { Plugin } from 'vite';

/** Fonts of letters, punctuation, and figures in normal and strong text. */
const FIRST_FONTS = /golos-text-(cyrillic|latin)-wght|\/(400|600)-[\w-]+\.woff$/;

/**
 * Loads the typeface together with the application. Requested by the first words, it came after them, and links and
 * rows moved. The landing page preloads none (landing-document.tsx).
 */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: `font/${file.split('.').at(-1)}`,
            href: `/${file}`,
            crossorigin: true,
          },
          injectTo: 'head',
        })),
  };
}
