import { HOLIDAY_MODAL_DELAY_SECONDS } from '#contract/limits.ts';
import { isHolidayNoticeDue } from './features/landing/holiday-notice.ts';
import { PART } from './features/landing/landing-parts.ts';
import { SCHEME_ATTRIBUTE, SCHEME_KEY } from './ui/theme/scheme-memory.ts';

/** That the notice has been read is itself something kept. */
const NOTICE_KEY = 'magistral.storage-notice';
const HOLIDAY_KEY = 'magistral.holiday-notice';

/**
 * All the script of the landing page: it reads without. No framework is loaded; what knows the session comes only to
 * somebody who has one.
 */
const find = <Found extends HTMLElement>({ selector }: { selector: string }): Found | null =>
  document.querySelector<Found>(selector);

greet();
// The rest may wait until the page stands.
if (document.readyState === 'complete') settle();
else addEventListener('load', settle);

function settle(): void {
  offerColours();
  tellWhatIsKept();
  announceHoliday();
}

function greet(): void {
  if (remembered('magistral.auth') === null) return;
  void import('./features/landing/greet-visitor.ts').then(({ greetVisitor }) => greetVisitor());
}

/** The same choice, kept under the same name, as everywhere else in the product. */
function offerColours(): void {
  const place = find(PART.colours);
  if (!place) return;
  const chosen = remembered(SCHEME_KEY) ?? 'auto';
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

function tellWhatIsKept(): void {
  const notice = find(PART.storageNotice);
  if (!notice || remembered(NOTICE_KEY) !== null) return;
  notice.hidden = false;
  find(PART.storageNoticeRead)?.addEventListener('click', () => {
    remember(NOTICE_KEY, 'read');
    notice.hidden = true;
  });
}

/** Comes 2 s after the page, only while the operator's dates hold, once a visit (spec section 2). */
function announceHoliday(): void {
  const notice = find(PART.holiday);
  if (!notice) return;
  setTimeout(() => {
    const { from = '', to = '' } = notice.dataset;
    if (!isHolidayNoticeDue({ title: '', text: '', from, to }, new Date())) return;
    if (remembered(HOLIDAY_KEY, 'sessionStorage') !== null) return;
    remember(HOLIDAY_KEY, 'shown', 'sessionStorage');
    notice.showPopover();
  }, HOLIDAY_MODAL_DELAY_SECONDS * 1000);
}

/** A browser that forbids storage is only not remembered. */
function remembered(key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
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
    // Then the choice holds until the page is left.
  }
}
