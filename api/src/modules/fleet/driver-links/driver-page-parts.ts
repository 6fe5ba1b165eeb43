import { DRIVER_ASSIGNS_DAYS, TRIP_NUMBER_MAX_LENGTH } from '#contract/fuel/purchase-assignment.ts';
import { COST_CENTRE_MAX_LENGTH } from '#contract/fleet/card-groups.ts';
import type { RuleKind } from '#contract/fleet/rule-values.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import type { AccessWindow } from '../rules/opening.ts';
import type { FillingFigure, Stop } from './count-filling.ts';
import type { Speech } from './driver-speech.ts';
import type { DriverPage, Filling } from './read-driver-page.ts';
import type { DriverRules } from './read-driver-rules.ts';
import type { Refused } from './refusal-store.ts';
import { getDeclinePicture, getStopPicture } from './pictures.ts';
import { ASK_REASONS } from './texts/driver-text.ts';

/** Language, address and time of the page that a part stands on. */
export interface PartPlace {
  speech: Speech;
  address: string;
  at: Date;
}

/** Formats the litres that can be filled now, or why there are none, and what they were counted from. */
export function formatFigure({ card, rules, figure }: DriverPage, speech: Speech): string {
  const { text } = speech;
  // The button that opens the card itself shows what a click does.
  if (rules.opening && rules.opening.state !== 'open') return '';
  const nearest = figure.stop ? [] : formatNearest(figure, speech);
  const facts = `<p class="facts">${[text.onCard(speech.wholeRubles(card.balance)), ...nearest].join(' · ')}</p>`;
  if (figure.stop) {
    const { sentence } = figure.stop;
    const detail = sentence === null ? '' : `<p lang="ru">${escapeHtml(sentence)}</p>`;
    return `<section class="state stop">${text.notNow}<div class="why">${getStopPicture(figure.stop.reason)}<p>${formatStop(figure.stop, speech)}</p>${detail}${facts}</div></section>`;
  }
  const price =
    figure.price === null ? '' : `<p class="quiet">${text.atPrice(speech.rubles(figure.price))}</p>`;
  if (figure.litres === null) return `<section class="state go">${text.ready}${facts}</section>`;
  return `<section class="state go">${text.canFill} <p class="left">${speech.litres(figure.litres * 100)}</p>${facts}${price}</section>`;
}

function formatNearest({ nearest }: FillingFigure, speech: Speech): string[] {
  if (!nearest) return [];
  const amount = speech.amount(nearest.left, nearest.measure);
  return [nearest.isUntouched ? speech.text.wholeLimit(amount) : speech.text.limitLeft(amount)];
}

function formatStop({ reason, period }: Stop, { text }: Speech): string {
  if (reason === 'limit') return text.limitSpent(text.periods[period ?? 'once']);
  return text.stops[reason];
}

/**
 * Formats the remainder of each rule, and all rules as one sentence. The card's own limit is shown separately above where
 * it binds.
 */
export function formatRules(
  { sentence, left }: DriverRules,
  { speech, shownAbove }: { speech: Speech; shownAbove: RuleKind | null },
): string {
  const { text } = speech;
  if (sentence === null) return '';
  const rows = left
    .filter(({ kind }) => kind !== shownAbove)
    .map(
      (
        item,
      ) => `<li><div>${text.left(text.periods[item.period])}</div><b>${speech.amount(item.left, item.measure)}</b>
<span class="quiet">${text.fromTotal(speech.amount(item.of, item.measure))}</span></li>`,
    );
  return `<section><h2>${text.rules}</h2><p lang="ru">${escapeHtml(sentence)}</p><ul class="rows">${rows.join('')}</ul></section>`;
}

/** Formats the button that opens a card which is closed by default, or the outcome of its click. */
export function formatOpening(opening: AccessWindow | null, { speech, address, at }: PartPlace): string {
  if (!opening) return '';
  const { text } = speech;
  const { state, until, minutes } = opening;
  if (state === 'opening')
    return `<div class="state stop" data-waits>${text.opening}<p>${text.openingHelp}</p></div>`;
  if (state === 'closing')
    return `<div class="state stop" data-waits>${text.closing}<p>${text.closingHelp}</p></div>`;
  if (state === 'open' && until)
    return `<div class="state go">${text.openUntil(speech.until(until, at))}</div>`;
  return `<form method="post" action="${address}/open"><button>${text.openFor(minutes)}</button></form>`;
}

/** Formats why it was refused, and a way to ask the person who decides. */
export function formatRefusal(refused: Refused | null, place: PartPlace): string {
  if (!refused) return '';
  const { speech, at } = place;
  const { text } = speech;
  const where = refused.station ? `, ${refused.station}` : '';
  return `<section><h2>${text.refused}</h2><div class="why">${getDeclinePicture(refused.code)}<p class="whole">${text.declines[refused.code]}</p>
<p lang="ru">${escapeHtml(refused.reason)}</p><p class="quiet">${speech.time(refused.at, at)}${escapeHtml(where)}</p></div>${formatAskForm(refused, place)}</section>`;
}

function formatAskForm(refused: Refused, { speech, address, at }: PartPlace): string {
  const { byRule, asked: requested, declineId } = refused;
  const { text } = speech;
  if (requested) {
    const waits = requested.state === 'asked' ? ' data-waits' : '';
    return `<p${waits}><b>${formatAskedAnswer(requested, speech, at)}</b></p>`;
  }
  if (!byRule) return '';
  // The reason is stored in Russian in every language of the page.
  const options = ASK_REASONS.map(
    (reason) => `<option value="${reason}">${text.askReasons[reason]}</option>`,
  );
  return `<form method="post" action="${address}/ask"><input type="hidden" name="decline" value="${declineId}">
<label for="reason">${text.whyMore}</label><select id="reason" name="reason">${options.join('')}</select><button>${text.ask}</button></form>`;
}

function formatAskedAnswer(args: NonNullable<Refused['asked']>, speech: Speech, now: Date): string {
  const { text } = speech;
  switch (args.state) {
    case 'proposed':
    case 'asked':
      return text.askedAt(speech.time(args.at, now));
    case 'approved':
      return args.until ? text.allowedUntil(speech.until(args.until, now)) : text.allowed;
    case 'declined':
      return args.verdict === null
        ? text.notAllowed
        : `${text.notAllowed}: <span lang="ru">${escapeHtml(args.verdict)}</span>`;
    case 'used':
      return text.used;
    case 'lapsed':
      return text.lapsed;
  }
}

const DAY_MS = 86_400_000;

/** Shows what a filling was for, and a form for it: some days long, until an employee has entered it. */
export function formatAssignment(
  { id, assignment, at: filledAt }: Filling,
  { speech, address, at }: PartPlace,
): string {
  if (!assignment) return '';
  const { assign } = speech.text;
  const { costCentre, tripNumber, byDriver } = assignment;
  const entered = [tripNumber && assign.trip(tripNumber), costCentre && assign.centre(costCentre)].filter(
    Boolean,
  );
  const shown = entered.length > 0 ? `<p class="quiet">${escapeHtml(entered.join(', '))}</p>` : '';
  if (byDriver === false || at.getTime() - filledAt.getTime() > DRIVER_ASSIGNS_DAYS * DAY_MS) return shown;
  const field = (name: string, label: string, value: string, maximum: number) =>
    `<label for="${name}-${id}">${label}</label><input id="${name}-${id}" name="${name}" value="${escapeHtml(value)}" maxlength="${maximum}" autocomplete="off">`;
  return `${shown}<details><summary>${entered.length > 0 ? assign.change : assign.title}</summary>
<form method="post" action="${address}/assign"><input type="hidden" name="operation" value="${id}">${field('trip_number', assign.tripNumber, tripNumber, TRIP_NUMBER_MAX_LENGTH)}${field('cost_centre', assign.costCentre, costCentre, COST_CENTRE_MAX_LENGTH)}<button class="second">${assign.save}</button></form></details>`;
}
