import { always, eventually, now } from '@antithesishq/bombadil';
import { extract, weighted } from '@antithesishq/bombadil/browser';
import {
  clicks,
  inputs,
  navigation,
  scroll,
  waitOnce,
} from '@antithesishq/bombadil/browser/defaults/actions';

/**
 * Properties that must be true in every state of the cabinet and of the staff's workplace that a random walk reaches
 * (`npm run walk`, docs/decisions/0064). Each export is a property; the last one lists the walk's actions.
 */
export {
  noConsoleErrors,
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults/properties';

/** A walk that signs out in its second step would see a sign-in page for the rest of its time. */
export const staysSignedIn = always(() => stayIn.current);
const stayIn = extract(({ document }) => {
  if (!document.body.dataset.keepsIn) document.addEventListener('click', refuseToLeave, { capture: true });
  document.body.dataset.keepsIn = 'yes';
  return true;

  function refuseToLeave(event: Event) {
    const clicked = (event.target as Element).closest('a, button, [role="menuitem"]');
    if (!/^(Выйти|Завершить)/.test(clicked?.textContent?.trim() ?? '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
});

const pageText = extract(({ document }) => document.body?.innerText.slice(0, 20_000) ?? '');

/** The words of an answer of 500, and of the screen that stands for a part that broke. */
export const noServerError = always(
  () => !/Ошибка сервера|Что-то пошло не так|Не удалось показать/.test(pageText.current),
);

/** Screens hide what a role may not do; only a request that was made by hand is refused for want of a right. */
export const nothingIsOfferedThatIsRefused = always(
  () => !/Недостаточно прав|нет прав на это/i.test(pageText.current),
);

const waysOn = extract(({ document }) => {
  const ways = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];
  return ways.filter((way) => way.checkVisibility() && !way.hasAttribute('disabled')).length;
});

/** There is always somewhere to go, also while something loads and beside an error. */
export const noDeadEnd = always(
  now(() => waysOn.current === 0).implies(eventually(() => waysOn.current > 0).within(20, 'seconds')),
);

const wait = extract(({ document }) => document.querySelectorAll('[aria-busy="true"]').length);

export const nothingLoadsForever = always(
  now(() => wait.current > 0).implies(eventually(() => wait.current === 0).within(30, 'seconds')),
);

/** «Мои средства» as the cabinet shows it, and as the server returns it at this moment; null where it is not shown. */
const ownFunds = extract(({ document, window }) => {
  const label = [...document.querySelectorAll('[aria-label="Балансы"] dt')].find(
    (element) => element.textContent?.trim() === 'Мои средства',
  );
  const shown = label?.parentElement?.querySelector('dd')?.textContent;
  const stored = JSON.parse(window.localStorage.getItem('magistral.auth') ?? 'null');
  const company = stored?.profile?.company?.id;
  if (!shown || !/\d/.test(shown) || !company) return null;
  // An extractor can't wait, so the request does.
  const request = new XMLHttpRequest();
  request.open('GET', `/api/client/${company}`, false);
  request.setRequestHeader('X-Auth-Token', stored.tokens.access);
  request.send();
  if (request.status !== 200) return null;
  const kopecks =
    Number(
      shown
        .replace(/[^\d,−-]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100;
  return {
    shown: Math.round(kopecks),
    reported: Math.round(JSON.parse(request.responseText).data.ownFunds * 100),
  };
});

const moneyAgrees = () => ownFunds.current === null || ownFunds.current.shown === ownFunds.current.reported;

/** A movement may end between the request and the picture; the screen follows. */
export const moneyMatchesServer = always(
  now(() => !moneyAgrees()).implies(eventually(moneyAgrees).within(20, 'seconds')),
);

export const walk = weighted([
  [100, clicks],
  [40, inputs],
  [20, scroll],
  [10, navigation],
  // Waits for a page that has nothing to click yet.
  [1, waitOnce],
]);
