import { QR_PREFIX } from '#contract/fuel/authorisations.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { qrForCrackedScreen } from '../../../lib/pdf/pdf-qr.ts';
import { wholePage, type PageHead } from '../../fleet/driver-links/driver-page.ts';
import type { Speech } from '../../fleet/driver-links/driver-speech.ts';
import type { PumpSession } from '../authorisations/pump-sessions.ts';

/** The page asks for itself so often while something may happen at the pump: it needs no script. */
const REFRESH_SECONDS = 10;

export interface DriverPumpPage {
  goodsIds: readonly number[];
  /** The newest session of the card; null when there was none. */
  session: PumpSession | null;
  at: Date;
  /** Sentence of a refusal, in Russian. */
  problem: string | null;
}

/** The driver's page of a code for one filling, in his language. It works without a script. */
export function driverPumpPage(head: PageHead, page: DriverPumpPage): string {
  const { speech, address } = head;
  const { text } = speech;
  const { session, at, problem } = page;
  const isOpen = session !== null && session.endedAt === null && !isOver(session, at);
  const wrong =
    problem === null
      ? ''
      : `<p class="wrong" role="alert">${speech.language === 'ru' ? '' : `${text.failed}. `}<span lang="ru">${escapeHtml(problem)}</span></p>`;
  const refresh = isOpen
    ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS};url=${address}/pump">`
    : '';
  return wholePage(
    head,
    text.pump.title,
    `
<header><h1>${text.pump.title}</h1></header>
${wrong}
${session ? formatSession(session, at, speech) : ''}
${isOpen ? formatCancel(session, head) : formatForm(page, head)}
<footer><a class="button second" href="${address}">${text.pump.back}</a></footer>`,
    refresh,
  );
}

function isOver({ state, expiresAt }: PumpSession, at: Date): boolean {
  return state === 'offered' && expiresAt <= at;
}

function formatSession(session: PumpSession, at: Date, speech: Speech): string {
  const { pump } = speech.text;
  const state = isOver(session, at) ? 'expired' : session.state;
  const { code } = session;
  if (state === 'offered' && code !== null)
    return `<section><p class="left code">${code.slice(0, 4)}&nbsp;${code.slice(4)}</p><p>${pump.showIt}</p>
${qrForCrackedScreen(`${QR_PREFIX}${code}`, pump.qr)}<p>${pump.showQr}</p>
<p>${pump.upTo(speech.litres(session.maxCentilitres))}</p><p class="quiet">${pump.until(speech.until(session.expiresAt, at))}</p>${formatReason(session)}</section>`;
  const isGood = ['authorised', 'fuelling', 'settled'].includes(state);
  return `<div class="state ${isGood ? 'go' : 'stop'}">${pump.states[state]}${formatFilled(session, speech)}${formatReason(session)}</div>`;
}

function formatFilled({ state, filledCentilitres, maxCentilitres }: PumpSession, speech: Speech): string {
  const { pump } = speech.text;
  if (state === 'settled') return `<p>${speech.litres(filledCentilitres)}</p>`;
  if (state === 'fuelling')
    return `<p>${pump.filledLitres(speech.litres(filledCentilitres), speech.litres(maxCentilitres))}</p>`;
  return state === 'authorised' ? `<p>${pump.upTo(speech.litres(maxCentilitres))}</p>` : '';
}

function formatReason({ reason }: PumpSession): string {
  return reason === null ? '' : `<p lang="ru">${escapeHtml(reason)}</p>`;
}

function formatCancel({ state, id }: PumpSession, { speech, address }: PageHead): string {
  if (state !== 'offered') return '';
  return `<form method="post" action="${address}/pump/cancel"><input type="hidden" name="session" value="${id}"><button class="second">${speech.text.pump.cancel}</button></form>`;
}

function formatForm({ goodsIds }: DriverPumpPage, { speech, address }: PageHead): string {
  const { pump } = speech.text;
  // The pumps of every network name their fuel in Russian.
  const options = goodsIds.flatMap((id) => {
    const title = findGoods(id)?.title;
    return title === undefined ? [] : [`<option value="${id}" lang="ru">${escapeHtml(title)}</option>`];
  });
  return `<form method="post" action="${address}/pump"><label for="goods">${pump.fuel}</label><select id="goods" name="goods">${options.join('')}</select>
<label for="litres">${pump.litres}</label><input id="litres" name="litres" inputmode="decimal" autocomplete="off" maxlength="7"><button>${pump.getCode}</button></form>`;
}
