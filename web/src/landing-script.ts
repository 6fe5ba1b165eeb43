import { HOLIDAY_MODAL_DELAY_SECONDS } from '#contract/limits.ts';
import { PART } from './features/public/landing/landing-parts.ts';
import { offerSaving } from './features/public/landing/offer-saving.ts';
import { openPopoversByHand, showPopover } from './lib/show-popover.ts';
import { SESSION_KEY } from './server/session-key.ts';
import { HOLIDAY_KEY, isHolidayNoticeDue } from './state/holiday-notice.ts';
import { SCHEME_ATTRIBUTE, SCHEME_KEY } from './ui/theme/scheme-memory.ts';

/**
 * The only script of the landing page, which can be read without it. It loads no framework. The session's code is
 * loaded only for a user who has a session.
 */
const find = <Found extends HTMLElement>({ selector }: { selector: string }): Found | null =>
  document.querySelector<Found>(selector);

greet();
// The rest can wait until the page has loaded.
if (document.readyState === 'complete') settle();
else addEventListener('load', settle);

function settle(): void {
  openPopoversByHand();
  offerColours();
  offerSaving();
  announceHoliday();
}

function greet(): void {
  if (readStored(SESSION_KEY) === null) return;
  void import('./features/public/landing/greet-visitor.ts').then(({ greetVisitor }) => greetVisitor());
}

/** The same choice under the same storage key as in the rest of the product. */
function offerColours(): void {
  const place = find(PART.colours);
  if (!place) return;
  const chosen = readStored(SCHEME_KEY) ?? 'auto';
  for (const input of place.querySelectorAll('input')) {
    input.checked = input.value === chosen;
    input.addEventListener('change', () => {
      remember(SCHEME_KEY, input.value);
      if (input.value === 'auto') document.documentElement.removeAttribute(SCHEME_ATTRIBUTE);
      else document.documentElement.setAttribute(SCHEME_ATTRIBUTE, input.value);
    });
  }
  place.hidden = false;
}

/** Appears 2 s after the page, only within the operator's dates, once per visit (spec section 2). */
function announceHoliday(): void {
  const notice = find(PART.holiday);
  if (!notice) return;
  setTimeout(() => {
    const { from = '', to = '' } = notice.dataset;
    if (!isHolidayNoticeDue({ title: '', text: '', from, to }, new Date())) return;
    if (readStored(HOLIDAY_KEY, 'sessionStorage') !== null) return;
    remember(HOLIDAY_KEY, 'shown', 'sessionStorage');
    showPopover(notice);
  }, HOLIDAY_MODAL_DELAY_SECONDS * 1000);
}

/** Without storage nothing is remembered, and the page still works. */
function readStored(key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

function remember(
  key: string,
  value: string,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // The choice lasts until the page is left.
  }
}
