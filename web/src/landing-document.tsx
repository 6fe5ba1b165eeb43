import { renderToStaticMarkup } from 'react-dom/server';
import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';
import { SCHEME_ATTRIBUTE, SCHEME_KEY } from './ui/theme/scheme-memory.ts';
import { structuredData } from './features/public/landing/structured-data.ts';
import { FIRST_STYLES, FONTS, PROMISE } from './features/public/landing/first-screen.ts';
import type { LandingParts } from './features/public/landing/landing-data.ts';
import { LandingPage } from './pages/LandingPage.tsx';
import '@fontsource-variable/golos-text';
import './ui/theme/stand-in.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import './ui/theme/print.css';

/** A placeholder that the server replaces by the portal's address, which only the server knows. */
const ADDRESS = '%PUBLIC_ADDRESS%';

/** Must run before the first paint, or a dark page would flash light; so it is the only inline script of the page. */
const EARLY_SCRIPT = `try{let s=localStorage.getItem('${SCHEME_KEY}');if(s=='light'||s=='dark')document.documentElement.setAttribute('${SCHEME_ATTRIBUTE}',s)}catch{}`;

/** The whole landing page as HTML, rendered once at build time; it can be read without any script. */
export function landingDocument({ operator, script }: LandingParts): string {
  const title = `${operator.name}: топливные карты для перевозчиков`;
  const description = `Топливные карты нескольких сетей на одном счёте: заказ по ИНН и СМС, балансы и лимиты онлайн, ${PROGRAMME_MARKS.stationsShort}документы для возврата НДС.`;
  const data = structuredData({ ...operator, legalName: operator.requisites.name, url: ADDRESS });
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="ru">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="canonical" href={`${ADDRESS}/`} />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="ru_RU" />
        <meta property="og:site_name" content={operator.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={`${ADDRESS}/`} />
        <meta property="og:image" content={`${ADDRESS}/share.png`} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Топливные карты разных сетей с одного счёта" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
        {/* Painting waits for the words of the first screen; otherwise the header would be painted alone first. */}
        <link rel="expect" href={`#${PROMISE}`} blocking="render" />
        <style>{FIRST_STYLES}</style>
      </head>
      <body>
        <LandingPage operator={operator} />
        <style>{FONTS}</style>
        {/* After the words. Fonts are not preloaded, because a browser delays its first paint for preloaded fonts. */}
        <script type="module" src={script} />
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      </body>
    </html>,
  )}`;
}
