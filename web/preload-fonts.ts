import type { Plugin } from 'vite';

/** Letters, what stands between them, and the figures of text and of what is strong in it. */
const FIRST_FONTS = /golos-text-(cyrillic|latin)-wght|\/(400|600)-[\w-]+\.woff$/;

/**
 * Asks for the typeface together with the application: asked for by the first words, it came after them, and
 * links and rows moved. The landing page asks for none in advance (landing-document.tsx).
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
