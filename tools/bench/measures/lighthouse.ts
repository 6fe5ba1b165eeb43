import { chromium } from '@playwright/test';
import { findBrowser } from '../../../scripts/install-browser.ts';

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{ lhr: { categories: Record<string, { score: number | null }>; audits: Audits } } | undefined>;
type Audits = Record<string, { title: string; score: number | null; displayValue?: string }>;

const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const PORT = 9333;

/**
 * Google's own rating of a page on a phone, if Lighthouse was installed by `npm i --no-save lighthouse`: with its hundred
 * packages it is too heavy to be installed with the product.
 */
export async function measureLighthouse(
  url: string,
  hold: (what: string, measured: number, aim: string, holds: boolean) => void,
): Promise<void> {
  const lighthouse = await findLighthouse();
  if (!lighthouse) {
    console.log('Lighthouse is not installed: npm i --no-save lighthouse');
    return;
  }
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [`--remote-debugging-port=${PORT}`],
  });
  try {
    const result = await lighthouse(url, { port: PORT, output: 'json', logLevel: 'error' });
    for (const [name, aim] of Object.entries(AIMS)) {
      const score = (result?.lhr.categories[name]?.score ?? 0) * 100;
      hold(`Lighthouse, phone, ${name}`, score, `≥ ${aim}`, Math.round(score) >= aim);
    }
    const worst = Object.values(result?.lhr.audits ?? {}).filter(
      ({ score }) => score !== null && score < 0.9,
    );
    for (const { title, displayValue } of worst) console.log(`  ${title} ${displayValue ?? ''}`);
  } finally {
    await browser.close();
  }
}

async function findLighthouse(): Promise<Lighthouse | null> {
  // Named by a variable, so that the type checker does not resolve a package that may be missing.
  const name = process.env.LIGHTHOUSE ?? 'lighthouse';
  const loaded = (await import(name).catch(() => null)) as { default: Lighthouse } | null;
  return loaded?.default ?? null;
}
