import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import { lastFour } from '#contract/values/card-number.ts';
import { CARD_STATUS, LIMIT_PERIOD, OPERATION_TYPE } from '#contract/ids.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { formatLitres, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { openingOfPage, formatRefusal, formatRules } from './driver-page-parts.ts';
import { kindOfLimit } from '../rules/limits/own-layer.ts';
import type { CardOfPage, DriverPage, Filling } from './read-driver-page.ts';
import { countLitres } from '../fuel-plans/fuel-plan.ts';
import type { planOfCard } from '../fuel-plans/plan-state.ts';

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
    return `<li><div>${escapeHtml(isBack ? `Возврат: ${filling.goods}` : filling.goods)}</div><b>${formatQuantity(filling.quantity / 100, filling.unit)}</b>
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

type Shown = NonNullable<Awaited<ReturnType<typeof planOfCard>>>;

/** The plan of the trip: where to stop and how much to fill, each stop with a way to its navigator. */
function planOfPage(shown: Shown | null, address: string): string {
  if (!shown) return '';
  const { plan, fact } = shown;
  const stops = fact.stops.map((stop) => formatStop(stop));
  const none = '<p>Заправляться в пути не нужно: топлива в баке хватит</p>';
  const list = stops.length === 0 ? none : `<ol class="plan">${stops.join('')}</ol>`;
  return `<section><h2>План заправок</h2><p><b>${escapeHtml(plan.way)}</b></p>
<p class="quiet">План № ${plan.id}, ${formatKilometres(plan.distanceM)}. Всего ${formatLitres(countLitres(plan))}, в конце останется ${formatLitres(plan.endCentilitres)}</p>
${list}${formatAdblue(shown)}${formatActionForm(shown, address)}</section>`;
}

function formatStop({ stop, fillings }: Shown['fact']['stops'][number]): string {
  const filled = fillings.reduce((sum, filling) => sum + filling.centilitres, 0);
  const price = formatRubles(Math.round((stop.sum * 100) / stop.centilitres));
  const done = filled > 0 ? `<p class="done">Залито ${formatLitres(filled)}</p>` : '';
  return `<li><div>${escapeHtml(stop.stationName)}</div><b>${formatLitres(stop.centilitres)}</b>
<p class="quiet">${formatKilometres(stop.alongM)} от начала, около ${formatTimeShort(stop.expectedAt)}<br>${escapeHtml(stop.address)}<br>
${price} за литр, карта •• ${stop.cardNumber.slice(-4)}</p>${done}
<a href="https://yandex.ru/maps/?rtext=~${stop.lat},${stop.lon}&amp;rtt=auto" rel="noreferrer">Открыть в навигаторе</a></li>`;
}

function formatAdblue({ plan }: Shown): string {
  if (plan.adblueCentilitres === null) return '';
  const where = plan.stops.filter(({ adblue }) => adblue).map(({ place }) => place);
  const label =
    where.length > 0 ? `есть на остановках: ${where.join(', ')}` : 'на остановках его может не быть';
  return `<p class="quiet">AdBlue на дорогу: ${formatLitres(plan.adblueCentilitres)}, ${label}</p>`;
}

function formatActionForm({ plan }: Shown, address: string): string {
  const [action, label] = plan.state === 'sent' ? ['start', 'Выезжаю'] : ['finish', 'Рейс завершён'];
  return `<form method="post" action="${address}/${action}"><input type="hidden" name="plan" value="${plan.id}"><button class="second">${label}</button></form>`;
}

function formatKilometres(metres: number): string {
  return `${Math.round(metres / 1000)} км`;
}

/**
 * Big and plain, because it is read in the sun and tapped in gloves. The tones are those of the cabinet
 * (web/src/ui/theme).
 */
const DRIVER_PAGE_STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f7f8f8,#0f1214);--surface:light-dark(#fff,#171b1f);--line:light-dark(#c3cad0,#3d474f);
--ink:light-dark(#14171a,#eef1f3);--ink-2:light-dark(#444e57,#b8c1c9);--go:light-dark(#0b6641,#4cc38a);--stop:light-dark(#b0261a,#ff8a7a);
--go-soft:light-dark(#e6f4ed,#15291f);--stop-soft:light-dark(#fcebe9,#331a18);--track:light-dark(#dfe4e7,#2a3238)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:18px/26px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:560px;margin:0 auto;padding:16px 16px 40px;display:grid;gap:16px}
h1{margin:0;font-size:30px;line-height:36px}
h2{margin:0 0 8px;font-size:20px;line-height:28px}
p{margin:0}
.quiet{color:var(--ink-2);font-size:16px;line-height:24px}
section{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:16px}
.state{padding:14px 16px;border-radius:16px;font-weight:700;font-size:20px;line-height:28px}
.state p{font-weight:400;font-size:18px;line-height:26px}
.go{background:var(--go-soft);color:var(--go)}
.stop{background:var(--stop-soft);color:var(--stop)}
.left{font-size:56px;line-height:64px;font-weight:700;font-variant-numeric:tabular-nums}
meter{width:100%;height:16px;margin-top:8px}
ul{list-style:none;margin:0;padding:0}
.goods{display:flex;flex-wrap:wrap;gap:8px}
.goods li{padding:6px 14px;border:1px solid var(--line);border-radius:999px;font-weight:600}
.rows li{display:grid;grid-template-columns:1fr auto;gap:0 12px;padding:12px 0;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0}
.rows b{font-variant-numeric:tabular-nums;white-space:nowrap}
.rows span{grid-column:1/-1}
.rows a{color:inherit;display:inline-block;padding:10px 0}
.plan{list-style:none;counter-reset:stop;margin:8px 0 0;padding:0}
.plan li{counter-increment:stop;display:grid;grid-template-columns:auto 1fr auto;gap:0 12px;padding:16px 0;border-top:1px solid var(--line)}
.plan li::before{content:counter(stop);width:32px;height:32px;border-radius:8px;background:#ffc400;color:#14171a;font-weight:700;line-height:32px;text-align:center}
.plan b{font-size:24px;line-height:32px;font-variant-numeric:tabular-nums;white-space:nowrap}
.plan p,.plan a{grid-column:2/-1}
.plan a{color:inherit;padding:10px 0;font-weight:600}
.done{color:var(--go);font-weight:600}
button,.button{display:block;width:100%;min-height:60px;border:0;border-radius:14px;background:#ffc400;color:#14171a;font:inherit;
font-size:20px;font-weight:700;text-align:center;text-decoration:none;padding:16px;cursor:pointer}
.second{background:none;color:var(--ink);border:2px solid var(--line)}
label{display:block;margin-bottom:8px;font-weight:600}
select{width:100%;min-height:60px;padding:8px 16px;border:2px solid var(--line);border-radius:14px;background:var(--surface);color:var(--ink);font:inherit}
input{width:100%;min-height:60px;padding:8px 16px;border:2px solid var(--line);border-radius:14px;background:var(--surface);color:var(--ink);
font:inherit;font-size:30px;line-height:40px;font-weight:700;letter-spacing:.2em}
form{display:grid;gap:12px}
.wrong{color:var(--stop);font-weight:600}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
[hidden]{display:none}
footer{color:var(--ink-2);font-size:16px;line-height:24px;display:grid;gap:12px}
footer a{color:inherit;display:inline-block;padding:10px 0}
@media print{button,form,footer{display:none}}
`;
