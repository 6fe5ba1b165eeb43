import type { z } from 'zod';
import type { clientBalances } from '#contract/money/money.ts';
import { moneyParts, NO_BREAK_SPACE } from '../../../lib/format.ts';

type Balances = z.infer<typeof clientBalances>;

const PHONE = '(max-width: 767px)';

/** Balances that the device has from the last visit, and when they came, in milliseconds. */
export interface LastBalances {
  at: number;
  balances: Balances;
}

/**
 * Writes the company's name and the sum that can be moved now, where BalanceSheet will write it, before the
 * application's code has loaded: first what the device has, with its time, then what the server answers. Writes nothing on
 * screens with room for a sidebar, and no sum if the server refuses.
 */
export async function drawFirstFigures(
  answer: Promise<Response>,
  { companyTitle, last }: { companyTitle: string; last: LastBalances | null },
): Promise<void> {
  if (!matchMedia(PHONE).matches) return;
  const sum = element('p', 'min-height: 44px; margin: 0; line-height: 44px', []);
  if (last) sum.append(...drawFigures(last.balances), drawTime(last.at));
  const drawn = pageRead().then(() => {
    const root = document.getElementById('root');
    // The application draws its own screen in place of this one.
    if (root && !root.hasChildNodes()) root.append(drawScreen(sum, companyTitle));
  });
  // Undefined: no answer came.
  const balances = await answer.then(read).catch(() => undefined);
  await drawn;
  if (balances !== undefined) sum.replaceChildren(...(balances ? drawFigures(balances) : []));
}

/** The script stands before the body of the page. */
function pageRead(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** Leaves the answer itself for the application. */
async function read(reply: Response): Promise<Balances | null> {
  const input = (await reply.clone().json()) as { code: number; data: Balances };
  return input.code === 200 ? input.data : null;
}

function drawFigures(balances: Balances): Node[] {
  const { sign, whole, kopecks } = moneyParts(balances.notDistSum);
  return [
    element('span', 'font: var(--type-title); letter-spacing: var(--tight); white-space: nowrap', [
      sign + whole,
      element('span', 'color: var(--ink-2); font-size: 0.7em', [`,${kopecks}${NO_BREAK_SPACE}₽`]),
    ]),
  ];
}

function drawTime(at: number): Node {
  const time = new Date(at).toLocaleTimeString('ru', MOSCOW_MINUTE);
  return element('span', `margin: 0 0 0 8px; ${SMALL}`, [`на ${time}`]);
}

const MOSCOW_MINUTE = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' } as const;

function drawScreen(sum: HTMLElement, companyTitle: string): HTMLElement {
  const heading = element('h2', `margin: 0; ${SMALL}`, ['Свободно']);
  heading.setAttribute('aria-label', 'Нераспределённые средства');
  return element('main', 'padding: 16px', [
    element('h1', 'margin: 0 0 0 40px; font: var(--type-title)', ['Мои карты']),
    element('p', `margin: 0 0 72px 40px; ${SMALL}`, [companyTitle]),
    element(
      'section',
      'display: flex; align-items: center; gap: 16px; padding: 4px 16px; border: 1px solid var(--line); border-radius: var(--radius-panel); background: var(--surface)',
      [heading, sum],
    ),
  ]);
}

const SMALL = 'color: var(--ink-2); font: var(--type-small)';

function element(name: string, style: string, children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.setAttribute('style', style);
  made.append(...children);
  return made;
}
