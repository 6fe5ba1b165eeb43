import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { LIMIT_PERIOD, LIMIT_UNIT, OPERATION_TYPE } from '#contract/ids.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import {
  formatAssignment,
  formatFigure,
  formatOpening,
  formatRefusal,
  formatRules,
} from './driver-page-parts.ts';
import { formatPlan } from './driver-page-plan.ts';
import { DRIVER_PAGE_STYLE } from './driver-page-style.ts';
import type { Speech } from './driver-speech.ts';
import { kindOfLimit } from '../rules/limits/own-layer.ts';
import type { CardOfPage, DriverPage, Filling } from './read-driver-page.ts';
import type { BindProblem } from './texts/driver-text.ts';
import { LANGUAGE_IDS, LANGUAGES } from './texts/languages.ts';

type Limit = NonNullable<CardOfPage['limit']>;

/** Data that every page of a link needs. */
export interface PageHead {
  /** The operator's name. */
  operator: string;
  styleNonce: string;
  /** `/d/<token>`. */
  address: string;
  speech: Speech;
}

/**
 * The card as its driver sees it. Without its script everything is there but the stations nearby. `problem` is a
 * refusal's sentence, in Russian.
 */
export function driverPage(head: PageHead, page: DriverPage, problem: string | null = null): string {
  const { card, rules, figure } = page;
  // Where another limit allows less, or nothing can be bought, the card's own one is a detail among its rules.
  const own = card.limit && kindOfLimit(card.limit);
  const binds = figure.nearest?.isOwn !== false && (figure.stop === null || figure.stop.reason === 'limit');
  const isRule = rules.left.some(({ kind }) => kind === own);
  const limit = binds || !isRule ? card.limit : null;
  const isOnlyRule = limit !== null && isRule && rules.isOne;
  const { speech, address } = head;
  const { text } = speech;
  const number = `${text.card.toLowerCase()} ${shortNumber(card.number)}`;
  const name = page.plate === null ? card.comment : formatPlate(page.plate);
  const wrong =
    problem === null
      ? ''
      : `<p class="wrong" role="alert">${speech.language === 'ru' ? '' : `${text.failed}. `}<span lang="ru">${escapeHtml(problem)}</span></p>`;
  return wholePage(
    head,
    name || `${text.card} ${shortNumber(card.number)}`,
    `
<header><p class="quiet">${escapeHtml(page.company)}</p><h1>${escapeHtml(name || card.partnerTitle)}</h1>
<p class="quiet">${escapeHtml(page.driver)}<br>${escapeHtml(card.partnerTitle)}, ${number}</p></header>
${wrong}
${formatFigure(page, speech)}
${formatOpening(rules.opening, { speech, address, at: page.at })}
${formatPump(page, head)}
${formatCall(page, speech)}
${formatPlan(page.plan, { speech, address, at: page.at })}
${formatRefusal(page.refusal, { speech, address, at: page.at })}
${limit ? formatLimit(limit, speech, isOnlyRule ? rules.sentence : null) : ''}
${isOnlyRule ? '' : formatRules(rules, { speech, shownAbove: limit && own })}
<section><h2>${text.goods}</h2>${formatGoods(card, speech)}</section>
${formatNear(speech)}
<section><h2>${text.fillings}</h2>${formatFillings(page, head)}</section>
<footer><p><span id="offline" hidden>${text.offline}. </span>${text.dataTime(speech.moment(page.at))}</p>
<a class="button second" href="${address}">${text.refresh}</a>
<form method="post" action="${address}/forget"><button class="second">${text.notMyPhone}</button></form></footer>`,
  );
}

/** Asks for the code that binds the link to this phone. */
export function renderConfirmPhonePage(
  head: PageHead,
  { phone, isSent, problem }: { phone: string; isSent: boolean; problem: BindProblem | null },
): string {
  const { text } = head.speech;
  const wrong = problem === null ? '' : `<p class="wrong" role="alert">${text.problems[problem]}</p>`;
  const ask = `<form method="post" action="${head.address}/code"><button${isSent ? ' class="second"' : ''}>${isSent ? text.getCodeAgain : text.getCode}</button></form>`;
  const enter = `<form method="post" action="${head.address}/bind"><label for="code">${text.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required><button>${text.openCard}</button></form>`;
  return wholePage(
    head,
    text.binding,
    `
<header><h1>${text.binding}</h1></header>
<section><p>${text.willSend(escapeHtml(phone.slice(-2)))}</p></section>
${wrong}${isSent ? enter : ''}${ask}`,
  );
}

export function closedPage(head: PageHead): string {
  const { text } = head.speech;
  return wholePage(
    head,
    text.closed,
    `
<header><h1>${text.closed}</h1></header>
<section><p>${text.closedHelp}</p></section>`,
  );
}

/** The code is the page's first action while something can be filled. */
function formatPump({ takesCodes, figure }: DriverPage, { speech, address }: PageHead): string {
  if (!takesCodes) return '';
  return `<a class="button${figure.stop === null ? '' : ' second'}" href="${address}/pump">${speech.text.pump.title}</a>`;
}

/** The button is the page's first action when nothing can be filled. */
function formatCall({ dispatcherPhone, figure, rules: { opening } }: DriverPage, { text }: Speech): string {
  if (dispatcherPhone === null) return '';
  const isFirst = figure.stop !== null && opening?.state !== 'closed';
  return `<a class="button${isFirst ? '' : ' second'}" href="tel:+${escapeHtml(dispatcherPhone)}">${text.call}</a>`;
}

/** The bar shows what was spent, as in the cabinet, and its text says so. `sentence`: the limit as a rule, in Russian. */
function formatLimit(limit: Limit, speech: Speech, sentence: string | null): string {
  const { text } = speech;
  const measure = LIMIT_UNIT[limit.unit].rules;
  const left = Math.max(0, limit.count - limit.spent);
  const period = text.periods[LIMIT_PERIOD[limit.period].calendarUnit];
  const spent = text.spentShare(speech.bareAmount(limit.spent), speech.amount(limit.count, measure));
  const rule = sentence === null ? '' : `<p lang="ru">${escapeHtml(sentence)}</p>`;
  return `<section><h2>${text.limit}</h2>${rule}<p class="whole">${spent}</p>
<meter min="0" max="${limit.count}" value="${Math.min(limit.spent, limit.count)}" aria-label="${text.spent}"></meter>
<p class="quiet">${text.left(period)}: ${speech.amount(left, measure)}</p></section>`;
}

function formatGoods({ goodsIds }: CardOfPage, { text }: Speech): string {
  const titles = goodsIds.flatMap((id) => findGoods(id)?.title ?? []);
  if (titles.length === 0) return `<p class="quiet">${text.noGoods}</p>`;
  // The pumps of every network name their fuel in Russian.
  return `<ul class="goods" lang="ru">${titles.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>`;
}

/** The texts of `web/public/driver.js` come with the page, in its language. */
function formatNear({ text }: Speech): string {
  const texts = {
    locating: text.locating,
    denied: text.notLocated,
    none: text.noneNear,
    straight: text.straight,
    dry: text.maybeDry,
    offline: text.tryAgain,
    km: text.kilometre,
    m: text.metre,
  };
  const data = Object.entries(texts).map(([name, value]) => ` data-${name}="${value}"`);
  return `<section><h2>${text.near}</h2><button id="near" class="second" type="button" hidden${data.join('')}>${text.showNear}</button>
<ul class="rows" id="stations" aria-live="polite"></ul><p class="quiet" id="near-note">${text.needsScript}</p></section>`;
}

function formatFillings({ fillings, at }: DriverPage, { speech, address }: PageHead): string {
  const { text } = speech;
  if (fillings.length === 0) return `<p class="quiet">${text.noFillings}</p>`;
  const row = (filling: Filling) => {
    const back = filling.typeId === OPERATION_TYPE.refund ? `${text.refund}: ` : '';
    // Only litres are a word of every language; pieces are Russian.
    const quantity =
      filling.unit === 'litres'
        ? speech.litres(filling.quantity)
        : `<span lang="ru">${formatQuantity(filling.quantity / 100, filling.unit)}</span>`;
    return `<li><div>${back}<span lang="ru">${escapeHtml(filling.goods)}</span></div><b>${quantity}</b>
<span class="quiet">${speech.time(filling.at, at)}, ${speech.rubles(filling.sum)}<br>${escapeHtml(filling.address)}</span>${formatAssignment(filling, { speech, address, at })}</li>`;
  };
  return `<ul class="rows">${fillings.map(row).join('')}</ul>`;
}

/** A page of the link in its frame. `extra` stands in its head. */
export function wholePage(head: PageHead, title: string, body: string, extra = ''): string {
  const { operator, styleNonce, address, speech } = head;
  return `<!doctype html>
<html lang="${speech.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="theme-color" content="#14171A"><title>${escapeHtml(title)} · ${escapeHtml(operator)}</title>
<link rel="icon" href="/favicon.svg"><link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="${address}/app.webmanifest"><style nonce="${styleNonce}">${DRIVER_PAGE_STYLE}</style>
<script src="/driver.js" defer></script>${extra}</head><body><main>${formatSwitch(head)}${body}</main></body></html>`;
}

/** Each language by its own name, so that a reader finds it who reads no other. */
function formatSwitch({ speech, address }: PageHead): string {
  const links = LANGUAGE_IDS.map((id) => {
    const { name, short } = LANGUAGES[id];
    const current = id === speech.language ? ' aria-current="true"' : '';
    return `<a href="${address}?lang=${id}" lang="${id}" title="${name}"${current}>${short}</a>`;
  });
  return `<nav aria-label="${speech.text.language}">${links.join('')}</nav>`;
}
