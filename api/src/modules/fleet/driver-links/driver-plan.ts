import { escapeHtml } from '../../../lib/escape-html.ts';
import { formatLitres, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { countLitres } from '../fuel-plans/fuel-plan.ts';
import type { planOfCard } from '../fuel-plans/plan-state.ts';

type Shown = NonNullable<Awaited<ReturnType<typeof planOfCard>>>;

/** The plan of the trip: where to stop and how much to fill, each stop with a way to its navigator. */
export function planOfPage(shown: Shown | null, address: string): string {
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
