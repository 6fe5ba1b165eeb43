import { lastFour } from '#contract/card-number.ts';
import { CARD_STATUS, LIMIT_PERIOD, OPERATION_TYPE } from '#contract/ids.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { formatLitres, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { openingOfPage, formatRefusal, formatRules } from './driver-page-parts.ts';
import { kindOfLimit } from '../rules/own-layer.ts';
import { planOfPage } from './driver-plan.ts';
import { DRIVER_PAGE_STYLE } from './driver-page-style.ts';
import type { CardOfPage, DriverPage, Filling } from './read-driver-page.ts';

type Limit = NonNullable<CardOfPage['limit']>;

/** Data that every page of a link needs. */
export interface PageHead {
  /** The operator's name. */
  operator: string;
  styleNonce: string;
  /** `/d/<token>`. */
  address: string;
}

/** The card as its driver sees it. Without its script everything is there but the stations nearby. */
export function driverPage(head: PageHead, page: DriverPage, problem: string | null = null): string {
  const { card, plate, fillings, rules, refusal, at } = page;
  const name = plate ?? card.comment;
  return wholePage(
    head,
    name || `Карта •• ${lastFour(card.number)}`,
    `
<header><h1>${escapeHtml(name || card.partnerTitle)}</h1>
<p class="quiet">${escapeHtml(card.partnerTitle)}, карта •• ${lastFour(card.number)}</p></header>
${problem === null ? '' : `<p class="wrong" role="alert">${escapeHtml(problem)}</p>`}
${formatState(page)}
${openingOfPage(rules.opening, head.address)}
${planOfPage(page.plan, head.address)}
${formatRefusal(refusal, head.address)}
${card.limit ? formatLeft(card.limit) : ''}
${formatRules(rules, card.limit && kindOfLimit(card.limit))}
<section><h2>Что можно заправлять</h2>${formatGoods(card)}</section>
<section><h2>Заправки рядом</h2><button id="near" type="button" hidden>Показать ближайшие</button>
<ul class="rows" id="stations" aria-live="polite"></ul><p class="quiet" id="near-note">Включите в браузере скрипты и геолокацию</p></section>
<section><h2>Последние заправки</h2>${formatFillings(fillings)}</section>
<footer><p><span id="offline" hidden>Нет связи. </span>Данные на ${formatTimeShort(at)} по Москве</p>
<a class="button second" href="${head.address}">Обновить</a>
<form method="post" action="${head.address}/forget"><button class="second">Это не мой телефон</button></form></footer>`,
  );
}

/** Asks for the code that binds the link to this phone. */
export function bindingPage(
  head: PageHead,
  { phone, isSent, problem }: { phone: string; isSent: boolean; problem: string | null },
): string {
  const wrong = problem === null ? '' : `<p class="wrong" role="alert">${escapeHtml(problem)}</p>`;
  const ask = `<form method="post" action="${head.address}/code"><button${isSent ? ' class="second"' : ''}>${isSent ? 'Получить код ещё раз' : 'Получить код'}</button></form>`;
  const enter = `<form method="post" action="${head.address}/bind"><label for="code">Код из СМС</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required><button>Открыть карту</button></form>`;
  return wholePage(
    head,
    'Топливная карта',
    `
<header><h1>Топливная карта на этом телефоне</h1></header>
<section><p>Отправим код на номер, который оканчивается на ${escapeHtml(phone.slice(-2))}. Карта откроется только на одном телефоне.</p></section>
${wrong}${isSent ? enter : ''}${ask}`,
  );
}

export function closedPage(head: PageHead): string {
  return wholePage(
    head,
    'Ссылка не работает',
    `
<header><h1>Ссылка не работает</h1></header>
<section><p>Её закрыли или заменили новой. Попросите у диспетчера другую ссылку.</p></section>`,
  );
}

function formatState(page: DriverPage): string {
  // The button itself shows what a click opens.
  if (page.rules.opening && page.rules.opening.state !== 'open') return '';
  const problem = findProblem(page);
  if (problem === null) return '<div class="state go">Можно заправляться</div>';
  return `<div class="state stop">Сейчас заправиться не получится<p>${escapeHtml(problem)}</p></div>`;
}

/** Why the network would refuse now, as far as we know. Null means that nothing speaks against it. */
function findProblem({ card: { statusId, hold, balance, limit }, rules }: DriverPage): string | null {
  if (statusId === CARD_STATUS.notSetUp) return 'Карта ещё не настроена. Позвоните диспетчеру';
  if (rules.closedBy) return rules.closedBy;
  if (statusId === CARD_STATUS.blocked) {
    if (hold?.kind === 'signal')
      return `Карту закрыла проверка заправок. ${hold.reason}. Позвоните диспетчеру`;
    return hold
      ? 'Карта заблокирована программой. Позвоните диспетчеру'
      : 'Карта заблокирована. Позвоните диспетчеру';
  }
  if (balance <= 0) return 'На карте нет денег. Попросите диспетчера пополнить её';
  if (limit && limit.spent >= limit.count) return `Лимит ${LIMIT_PERIOD[limit.period].now} исчерпан`;
  return null;
}

function formatLeft(limit: Limit): string {
  const left = Math.max(0, limit.count - limit.spent);
  const { now } = LIMIT_PERIOD[limit.period];
  // Here as everywhere: the bar is what was spent.
  const spent = Math.min(limit.spent, limit.count);
  return `<section><h2>Осталось ${now}</h2><p class="left">${formatAmount(left, limit)}</p>
<meter min="0" max="${limit.count}" value="${spent}" aria-label="Потрачено ${now}"></meter><p class="quiet">Потрачено ${formatAmount(limit.spent, limit)} из ${formatAmount(limit.count, limit)}</p></section>`;
}

function formatAmount(hundredths: number, { unit }: Limit): string {
  return unit === 'sum' ? formatRubles(hundredths) : formatLitres(hundredths);
}

function formatGoods({ goodsIds }: CardOfPage): string {
  const titles = goodsIds.flatMap((id) => findGoods(id)?.title ?? []);
  if (titles.length === 0) return '<p class="quiet">Пока ничего: топливо выбирает диспетчер</p>';
  return `<ul class="goods">${titles.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>`;
}

function formatFillings(fillings: readonly Filling[]): string {
  if (fillings.length === 0) return '<p class="quiet">По этой карте ещё не заправлялись</p>';
  const row = (filling: Filling) => {
    const isBack = filling.typeId === OPERATION_TYPE.refund;
    return `<li><div>${escapeHtml(isBack ? `Возврат: ${filling.goods}` : filling.goods)}</div><b>${formatLitres(filling.centilitres)}</b>
<span class="quiet">${formatTimeShort(filling.at)}, ${formatRubles(filling.sum)}<br>${escapeHtml(filling.address)}</span></li>`;
  };
  return `<ul class="rows">${fillings.map(row).join('')}</ul>`;
}

function wholePage({ operator, styleNonce, address }: PageHead, title: string, body: string): string {
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="theme-color" content="#14171A"><title>${escapeHtml(title)} · ${escapeHtml(operator)}</title>
<link rel="icon" href="/favicon.svg"><link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="${address}/app.webmanifest"><style nonce="${styleNonce}">${DRIVER_PAGE_STYLE}</style>
<script src="/driver.js" defer></script></head><body><main>${body}</main></body></html>`;
}
