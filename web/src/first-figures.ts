import { readProfile } from '#contract/identity/auth.ts';
import { listCards } from '#contract/cards/cards.ts';
import { readClient } from '#contract/money/money.ts';
import { listOrders } from '#contract/orders/orders.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { checkTerms } from '#contract/companies/terms.ts';
import { drawFirstFigures, type LastFigures } from './features/cabinet/overview/draw-first-figures.ts';
import { installTrustedTypes } from './server/trusted-types.ts';
import { beginEarlyReads } from './server/early-reads.ts';
import { getNamedCompany, getUserKey, loadSession, type StoredSession } from './server/stored-session.ts';
import { getAnswersKey, nameAnswer, readStoredAnswer } from './server/stored-answers.ts';

/**
 * Stands in the page of `/cabinet` itself (web/build/preload-cabinet.ts). While the application's code is on its way it asks
 * for what the first screen shows, and on a phone writes down the figures as soon as they are known: on a slow network the code
 * takes seconds. The application takes the answers over (server/early-reads.ts) and draws its own screen in place of this one.
 */
installTrustedTypes();
const session = loadSession();
const token = session.tokens?.access;
try {
  if (token) begin(session, token);
} finally {
  // The figures are painted first: naming the files takes longer than drawing them. A tab in the background paints nothing.
  if (document.hidden) preloadApplication();
  else requestAnimationFrame(() => setTimeout(preloadApplication));
}

/** Files of the page, written by the build. The page itself names none of them. */
declare const FILES: {
  /** The script that begins the application, and its style sheets, in their order. */
  application: string;
  sheets: readonly string[];
  /** Scripts of the first screen. */
  scripts: readonly string[];
  styles: readonly string[];
  fonts: readonly string[];
};

function begin(known: StoredSession, access: string): void {
  const read = beginEarlyReads(access, getNamedCompany(known));
  const company = known.profile?.company;
  const path = company && readClient.path.replace(':id', String(company.id));
  const balances = path ? read({ ...readClient, path }) : null;
  void read(readProfile);
  void read(checkTerms);
  const overview = read(readOverview);
  void read(listOrders);
  // A list with filters is another read.
  if (location.search === '') void read(listCards);
  if (balances && company && known.expiresAt > Date.now())
    void drawFirstFigures({ balances, overview }, readLastFigures(known, company.id));
}

/**
 * Returns the figures that this user has seen last on this device, so that the first paint waits for no answer: they are shown
 * until the answers come.
 */
function readLastFigures(known: StoredSession, companyId: number): LastFigures | null {
  const read = ({ name }: { name: string }, params: object | null) =>
    readStoredAnswer(getAnswersKey(getNamedCompany(known)), getUserKey(known), nameAnswer(name, params));
  const balances = read(readClient, { id: companyId });
  const overview = read(readOverview, null);
  return (
    balances && {
      at: balances.at,
      balances: (balances.answer as { data: LastFigures['balances'] }).data,
      overview: (overview?.answer as { data: LastFigures['overview'] } | undefined)?.data ?? null,
    }
  );
}

/**
 * Files named in the page would take the few connections of the browser before the reads could, because it scans ahead
 * for named files and starts with them. The application waits for its style sheets.
 */
function preloadApplication(): void {
  const sheets = FILES.sheets.map((href) => ask('stylesheet', href));
  for (const href of [FILES.application, ...FILES.scripts]) void ask('modulepreload', href);
  for (const href of FILES.styles) void ask('preload', href, 'style');
  for (const href of FILES.fonts) void ask('preload', href, 'font');
  void Promise.all(sheets).then(() => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', src: FILES.application, crossOrigin: '' });
    document.head.append(script);
  });
}

/** Resolves when the file has come, or will not. */
function ask(rel: string, href: string, as?: string): Promise<unknown> {
  const link = document.createElement('link');
  Object.assign(link, { rel, href, crossOrigin: '', fetchPriority: 'low', ...(as ? { as } : {}) });
  const come = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  document.head.append(link);
  return come;
}
