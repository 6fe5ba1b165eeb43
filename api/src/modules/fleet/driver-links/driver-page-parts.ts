import type { Opening } from '../rules/opening.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { formatLitres, formatRubles, formatTimeShort, moscowTimeOfDay } from '../../../lib/money-format.ts';
import type { RuleKind, SpendingMeasure } from '#contract/fleet/rule-values.ts';
import type { DriverRules } from './read-driver-rules.ts';
import type { Refused } from './refusal-store.ts';

/** Reasons to ask for more. They are fixed, so that they can be counted. */
export const ASK_REASONS = [
  'Дальний рейс',
  'Объезд или простой',
  'Заправка про запас',
  'Другая причина',
] as const;

/**
 * Formats what is left of each rule, and all rules as one sentence. The limit that the network counts is shown
 * separately above.
 */
export function formatRules({ sentence, left }: DriverRules, atNetwork: RuleKind | null): string {
  if (sentence === null) return '';
  const rows = left
    .filter(({ kind }) => kind !== atNetwork)
    .map(
      (item) => `<li><div>Осталось ${item.title}</div><b>${formatAmount(item.left, item.measure)}</b>
<span class="quiet">из ${formatAmount(item.of, item.measure)}</span></li>`,
    );
  return `<section><h2>Правила карты</h2><p>${escapeHtml(sentence)}</p><ul class="rows">${rows.join('')}</ul></section>`;
}

/** The button that opens a card which is closed by default, or what has become of it. */
export function openingOfPage(opening: Opening | null, address: string): string {
  if (!opening) return '';
  const { state, until, minutes } = opening;
  if (state === 'opening')
    return '<div class="state stop" data-waits>Открываем карту<p>Ждём ответа сети. Обновите страницу через минуту</p></div>';
  if (state === 'closing')
    return '<div class="state stop" data-waits>Карта закрывается<p>Ждём ответа сети</p></div>';
  if (state === 'open' && until)
    return `<div class="state go">Карта открыта до ${moscowTimeOfDay(until).replaceAll('.', ':').slice(0, 5)}</div>`;
  return `<form method="post" action="${address}/open"><button>Открыть на ${minutes} мин</button></form>`;
}

/** Formats why it was refused, and a way to ask the person who decides. */
export function formatRefusal(refused: Refused | null, address: string): string {
  if (!refused) return '';
  const where = refused.station ? `, ${refused.station}` : '';
  return `<section><h2>Почему отказали</h2><p>${escapeHtml(refused.reason)}</p>
<p class="quiet">${formatTimeShort(refused.at)}${escapeHtml(where)}</p>${formatAskForm(refused, address)}</section>`;
}

function formatAskForm({ byRule, asked, declineId }: Refused, address: string): string {
  if (asked) {
    const waits = asked.state === 'asked' ? ' data-waits' : '';
    return `<p${waits}><b>${escapeHtml(formatAskedAnswer(asked))}</b></p>`;
  }
  if (!byRule) return '';
  const options = ASK_REASONS.map((reason) => `<option>${reason}</option>`).join('');
  return `<form method="post" action="${address}/ask"><input type="hidden" name="decline" value="${declineId}">
<label for="reason">Зачем нужно больше</label><select id="reason" name="reason">${options}</select><button>Попросить разрешить</button></form>`;
}

function formatAskedAnswer({ state, at, until, verdict }: NonNullable<Refused['asked']>): string {
  switch (state) {
    case 'proposed':
    case 'asked':
      return `Просьба отправлена ${formatTimeShort(at)}. Ждём ответа`;
    case 'approved':
      return until
        ? `Разрешили до ${formatTimeShort(until)}: можно заправиться`
        : 'Разрешили: можно заправиться';
    case 'declined':
      return `Не разрешили${verdict ? `: ${verdict}` : ''}`;
    case 'used':
      return 'Разрешили, и вы заправились';
    case 'lapsed':
      return 'Срок разрешения вышел';
  }
}

function formatAmount(hundredths: number, measure: SpendingMeasure): string {
  return measure === 'sum' ? formatRubles(hundredths) : formatLitres(hundredths);
}
