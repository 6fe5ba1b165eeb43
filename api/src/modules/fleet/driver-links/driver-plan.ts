import { escapeHtml } from '../../../lib/escape-html.ts';
import { formatLitres, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { litresOf } from '../fuel-plans/fuel-plan.ts';
import type { planOfCard } from '../fuel-plans/plan-of-card.ts';

type Shown = NonNullable<Awaited<ReturnType<typeof planOfCard>>>;

/** The plan of the trip: where to stop and how much to fill, each stop with a way to its navigator. */
export function planOfPage(shown: Shown | null, address: string): string {
  if (!shown) return '';
  const { plan, fact } = shown;
  const stops = fact.stops.map((one) => stopOf(one));
  const none = '<p>Заправляться в пути не нужно: топлива в баке хватит</p>';
  const list = stops.length === 0 ? none : `<ol class="plan">${stops.join('')}</ol>`;
  return `<section><h2>План заправок</h2><p><b>${escapeHtml(plan.way)}</b></p>
<p class="quiet">План № ${plan.id}, ${kmOf(plan.distanceM)}. Всего ${formatLitres(litresOf(plan))}, в конце останется ${formatLitres(plan.endCentilitres)}</p>
${list}${adblueOf(shown)}${deedOf(shown, address)}</section>`;
}

function stopOf({ stop, fillings }: Shown['fact']['stops'][number]): string {
  const filled = fillings.reduce((sum, one) => sum + one.centilitres, 0);
  const price = formatRubles(Math.round((stop.sum * 100) / stop.centilitres));
  const done = filled > 0 ? `<p class="done">Залито ${formatLitres(filled)}</p>` : '';
  return `<li><div>${escapeHtml(stop.stationName)}</div><b>${formatLitres(stop.centilitres)}</b>
<p class="quiet">${kmOf(stop.alongM)} от начала, около ${formatTimeShort(stop.expectedAt)}<br>${escapeHtml(stop.address)}<br>
${price} за литр, карта •• ${stop.cardNumber.slice(-4)}</p>${done}
<a href="https://yandex.ru/maps/?rtext=~${stop.lat},${stop.lon}&amp;rtt=auto" rel="noreferrer">Открыть в навигаторе</a></li>`;
}

function adblueOf({ plan }: Shown): string {
  if (plan.adblueCentilitres === null) return '';
  const where = plan.stops.filter(({ adblue }) => adblue).map(({ place }) => place);
  const words =
    where.length > 0 ? `есть на остановках: ${where.join(', ')}` : 'на остановках его может не быть';
  return `<p class="quiet">AdBlue на дорогу: ${formatLitres(plan.adblueCentilitres)}, ${words}</p>`;
}

function deedOf({ plan }: Shown, address: string): string {
  const [deed, words] = plan.state === 'sent' ? ['start', 'Выезжаю'] : ['finish', 'Рейс завершён'];
  return `<form method="post" action="${address}/${deed}"><input type="hidden" name="plan" value="${plan.id}"><button class="second">${words}</button></form>`;
}

function kmOf(metres: number): string {
  return `${Math.round(metres / 1000)} км`;
}
