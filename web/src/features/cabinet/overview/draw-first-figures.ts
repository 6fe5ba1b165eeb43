import type { z } from 'zod';
import type { overview } from '#contract/insights/overview.ts';
import type { clientBalances } from '#contract/money/money.ts';
import { formatDate, moneyParts, NO_BREAK_SPACE } from '../../../lib/format.ts';
import { describeLastMonth, nameMonth } from './describe-month.ts';

type Balances = z.infer<typeof clientBalances>;
type Overview = z.infer<typeof overview>;

/** Answers of the first reads; each is that of a call. */
export interface FirstAnswers {
  balances: Promise<Response>;
  overview: Promise<Response>;
}

/** Figures that the device has from the last visit, and when they came, in milliseconds. */
export interface LastFigures {
  at: number;
  balances: Balances | null;
  overview: Overview | null;
}

const PHONE = '(max-width: 767px)';

/**
 * Writes the sum that can be moved now, the own money and the month's fuel where BalanceSheet and Overview will write them,
 * before the application's code has loaded: first what the device has, with its time, then what the server answers. Writes
 * nothing on screens with room for a sidebar, and no sum that the server refuses.
 */
export async function drawFirstFigures(answers: FirstAnswers, last: LastFigures | null): Promise<void> {
  if (!matchMedia(PHONE).matches) return;
  const figures = { free: makeFigure(), own: makeFigure(), month: makeFigure() };
  const monthTitle = element('h2', LABEL, [NO_BREAK_SPACE]);
  const showBalances = (balances: Balances | null) => show(figures.free, balances?.notDistSum);
  const showOverview = (read: Overview | null) => {
    show(figures.own, read?.money.own);
    show(figures.month, read?.spending.this_month);
    if (!read) return;
    monthTitle.textContent = `Топливо за ${nameMonth(read.spending.today)}`;
    figures.month.append(element('br', '', []), element('span', FINE, [describeLastMonth(read.spending)]));
  };
  showBalances(last?.balances ?? null);
  showOverview(last?.overview ?? null);
  if (last?.balances) figures.free.append(drawTime(last.at));
  const drawn = pageRead().then(() => {
    const root = document.getElementById('root');
    // The application draws its own screen in place of this one.
    if (root && !root.hasChildNodes()) root.append(drawScreen(figures, monthTitle));
  });
  await Promise.all([
    drawn,
    readData<Balances>(answers.balances).then(showBalances, keepLast),
    readData<Overview>(answers.overview).then(showOverview, keepLast),
  ]);
}

/** Without an answer the last figures stay. */
function keepLast(): void {}

/** The script stands before the body of the page. */
function pageRead(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** Leaves the answer itself for the application. Returns null where the server refuses. */
async function readData<Data>(answer: Promise<Response>): Promise<Data | null> {
  const input = (await (await answer).clone().json()) as { code: number; data: Data };
  return input.code === 200 ? input.data : null;
}

function show(figure: HTMLElement, rubles: number | undefined): void {
  if (rubles === undefined) return figure.replaceChildren();
  const { sign, whole, kopecks } = moneyParts(rubles);
  figure.replaceChildren(
    element('span', 'font: var(--type-title); letter-spacing: var(--tight); white-space: nowrap', [
      sign + whole,
      element('span', 'color: var(--ink-2); font-size: 0.7em', [`,${kopecks}${NO_BREAK_SPACE}₽`]),
    ]),
  );
}

function drawTime(at: number): Node {
  return element('span', `margin: 0 0 0 8px; ${SMALL}`, [`на ${formatDate(new Date(at), 'time')}`]);
}

function drawScreen(
  { free, own, month }: Record<'free' | 'own' | 'month', HTMLElement>,
  monthTitle: HTMLElement,
): HTMLElement {
  const heading = element('h2', LABEL, ['Свободно']);
  heading.setAttribute('aria-label', 'Нераспределённые средства');
  free.style.lineHeight = free.style.minHeight = '44px';
  return element('main', 'padding: 16px', [
    // The application brings the page's heading: until then nothing on the page can be used.
    element('p', 'margin: 0 0 32px; font: var(--type-title)', ['Мои карты']),
    element('section', `display: flex; align-items: center; gap: 16px; padding: 4px 16px; ${PANEL}`, [
      heading,
      free,
    ]),
    element('section', `margin: 16px 0 0; ${PANEL}`, [
      element('div', FACT, [element('h2', LABEL, ['Свои деньги']), own]),
      element('div', `${FACT}; border-top: 1px solid var(--line)`, [monthTitle, month]),
    ]),
  ]);
}

function makeFigure(): HTMLElement {
  return element('p', 'min-height: 32px; margin: 0; font: var(--type-title)', []);
}

const FINE = 'color: var(--ink-2); font: var(--type-fine)';
const SMALL = 'color: var(--ink-2); font: var(--type-small)';
const LABEL = `margin: 0; ${SMALL}`;
const FACT = 'padding: 6px 16px';
const PANEL = 'border: 1px solid var(--line); border-radius: var(--radius-panel); background: var(--surface)';

function element(name: string, style: string, children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.setAttribute('style', style);
  made.append(...children);
  return made;
}
