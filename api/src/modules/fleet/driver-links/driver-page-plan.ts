import { shortNumber } from '#contract/values/card-number.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { countLitres } from '../fuel-plans/fuel-plan.ts';
import type { planOfCard } from '../fuel-plans/plan-state.ts';
import type { PartPlace } from './driver-page-parts.ts';
import type { Speech } from './driver-speech.ts';

type ShownPlan = NonNullable<Awaited<ReturnType<typeof planOfCard>>>;

/** The plan of the trip: where to stop and how much to fill, each stop with a way to its navigator. */
export function formatPlan(shown: ShownPlan | null, { speech, address, at }: PartPlace): string {
  if (!shown) return '';
  const { text } = speech;
  const { plan, fact } = shown;
  const stops = fact.stops.map((stop) => formatStop(stop, speech, at));
  const list = stops.length === 0 ? `<p>${text.noStops}</p>` : `<ol class="plan">${stops.join('')}</ol>`;
  const total = text.planTotal({
    id: plan.id,
    way: speech.kilometres(plan.distanceM),
    total: speech.litres(countLitres(plan)),
    end: speech.litres(plan.endCentilitres),
  });
  return `<section><h2>${text.plan}</h2><p><b>${escapeHtml(plan.way)}</b></p>
<p class="quiet">${total}</p>
${list}${formatAdblue(shown, speech)}${formatActionForm(shown, { speech, address })}</section>`;
}

function formatStop(
  { stop, fillings }: ShownPlan['fact']['stops'][number],
  speech: Speech,
  now: Date,
): string {
  const { text } = speech;
  const filled = fillings.reduce((sum, filling) => sum + filling.centilitres, 0);
  const price = speech.rubles(Math.round((stop.sum * 100) / stop.centilitres));
  const done = filled > 0 ? `<p class="done">${text.filled(speech.litres(filled))}</p>` : '';
  return `<li><div>${escapeHtml(stop.stationName)}</div><b>${speech.litres(stop.centilitres)}</b>
<p class="quiet">${text.alongAt(speech.kilometres(stop.alongM), speech.time(stop.expectedAt, now))}<br>${escapeHtml(stop.address)}<br>
${text.priceAndCard(price, shortNumber(stop.cardNumber))}</p>${done}
<a href="https://yandex.ru/maps/?rtext=~${stop.lat},${stop.lon}&amp;rtt=auto" rel="noreferrer">${text.navigator}</a></li>`;
}

function formatAdblue({ plan }: ShownPlan, speech: Speech): string {
  if (plan.adblueCentilitres === null) return '';
  const { text } = speech;
  const where = plan.stops.filter(({ adblue }) => adblue).map(({ place }) => place);
  const label = where.length > 0 ? text.adblueAt(where.join(', ')) : text.noAdblue;
  return `<p class="quiet">${text.adblue(speech.litres(plan.adblueCentilitres))}, ${label}</p>`;
}

function formatActionForm(
  { plan }: ShownPlan,
  { speech: { text }, address }: Pick<PartPlace, 'speech' | 'address'>,
): string {
  const [action, label] = plan.state === 'sent' ? ['start', text.setOff] : ['finish', text.tripDone];
  return `<form method="post" action="${address}/${action}"><input type="hidden" name="plan" value="${plan.id}"><button class="second">${label}</button></form>`;
}
