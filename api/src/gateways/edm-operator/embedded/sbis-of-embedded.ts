import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { moscowDay, moscowTimeOfDay } from '../../../lib/money-format.ts';
import { newToken } from '../../../lib/secrets.ts';
import {
  boxOutcome,
  buyersTitle,
  getParticipantId,
  getStanding,
  type EmbeddedDocument,
} from './embedded-document.ts';
import {
  endOldSessions,
  findWritten,
  isGood,
  storeBox,
  storeToken,
  listEvents,
  writeDocument,
} from './embedded-edm-store.ts';
import type { EmbeddedReply, EmbeddedRequest } from './serve-embedded.ts';

const SESSION_SECONDS = 3600;
const MAX_SESSIONS = 5;
const NO_SESSION: EmbeddedReply = { status: 401, body: '' };

interface Params {
  Участник?: Party;
  Документ?: Written;
  Фильтр?: { ДатаВремяС?: string; ИдентификаторСобытия?: string; Навигация?: { РазмерСтраницы?: string } };
}

interface Party {
  СвЮЛ?: { ИНН: string; КПП?: string };
  СвФЛ?: { ИНН: string };
}

interface Written {
  Идентификатор: string;
  Тип?: string;
  Контрагент?: Party;
  Вложение?: { Файл: { Имя: string; ДвоичныеДанные: string } }[];
}

const getInn = (party?: Party): string => party?.СвЮЛ?.ИНН ?? party?.СвФЛ?.ИНН ?? '';

/**
 * Fakes СБИС's wire with a memory (docs/facts.md 5): JSON-RPC in UTF-8 that declares its charset, five sessions at
 * most, refusals with HTTP 500, a document under its sender's id, and news from a moment on, so that the last event of
 * a page comes again.
 */
export function sbisOfEmbedded(db: Db, clock: Clock): (request: EmbeddedRequest) => Promise<EmbeddedReply> {
  const answer = (result: unknown): EmbeddedReply => ({ body: { jsonrpc: '2.0', result, id: 1 } });
  const refuse = (code: number, message: string): EmbeddedReply => ({
    status: 500,
    body: { jsonrpc: '2.0', error: { code, message, details: message }, id: 1 },
  });

  async function signIn(): Promise<EmbeddedReply> {
    const token = newToken();
    const goodUntil = new Date(clock.now().getTime() + SESSION_SECONDS * 1000);
    await storeToken(db, { token, kind: 'session', goodUntil, now: clock.now() });
    await endOldSessions(db, MAX_SESSIONS);
    return answer(token);
  }

  async function counteragent(party?: Party): Promise<EmbeddedReply> {
    const inn = getInn(party);
    const outcome = boxOutcome(inn);
    if (outcome === 'failed' || outcome === 'rejected') return refuse(-32_000, 'Контрагент не найден');
    // A company without an operator has no id.
    if (outcome === 'roaming-required') return answer({ Идентификатор: '' });
    await storeBox(db, { inn, invitedAt: clock.now() });
    return answer({ Идентификатор: getParticipantId(inn, '2BE') });
  }

  async function take(written?: Written): Promise<EmbeddedReply> {
    const [attachment] = written?.Вложение ?? [];
    const inn = getInn(written?.Контрагент);
    if (!written || !attachment || inn === '') return refuse(-32_602, 'Неверные параметры');
    await writeDocument(db, {
      id: written.Идентификатор,
      inn,
      kind: written.Тип ?? 'ДокОтгрИсх',
      name: attachment.Файл.Имя,
      content: Buffer.from(attachment.Файл.ДвоичныеДанные, 'base64'),
      writtenAt: clock.now(),
    });
    return read(written.Идентификатор);
  }

  async function read(id: string): Promise<EmbeddedReply> {
    const document = await findWritten(db, id);
    return document ? answer(presented(document, clock.now())) : refuse(-32_000, 'Документ не найден');
  }

  async function news(filter: NonNullable<Params['Фильтр']>): Promise<EmbeddedReply> {
    const max = Math.min(100, Number(filter.Навигация?.РазмерСтраницы ?? 25));
    const at = parseDate(filter.ДатаВремяС ?? '');
    const events = await listEvents(db, {
      at,
      id: Number(filter.ИдентификаторСобытия ?? 0),
      now: clock.now(),
      most: max + 1,
    });
    return answer({
      Документ: events.slice(0, max).map((event) => ({
        Идентификатор: event.documentId,
        Событие: [{ Идентификатор: String(event.id), ДатаВремя: formatMoment(event.at) }],
      })),
      Навигация: { ЕстьЕще: events.length > max ? 'Да' : 'Нет' },
    });
  }

  return async ({ url, headers, body }) => {
    const { method, params = {} } = JSON.parse(body) as { method: string; params?: Params };
    if (!/charset=utf-8/i.test(headers['content-type'] ?? ''))
      return refuse(-32_700, 'Тело принято за windows-1251');
    if (url.pathname === '/auth/service/' && method === 'СБИС.Аутентифицировать') return signIn();
    const token = String(headers['x-sbissessionid'] ?? '');
    if (!(await isGood(db, { token, kind: 'session', now: clock.now() }))) return NO_SESSION;
    switch (method) {
      case 'СБИС.ИнформацияОКонтрагенте':
        return counteragent(params.Участник);
      case 'СБИС.ЗаписатьДокумент':
        return take(params.Документ);
      case 'СБИС.ПрочитатьДокумент':
        return read(params.Документ?.Идентификатор ?? '');
      case 'СБИС.СписокИзменений':
        return news(params.Фильтр ?? {});
    }
    return refuse(-32_601, 'Нет такого метода');
  };
}

/** «Документ» with the state of its last version, and the buyer's title beside ours. */
function presented(document: EmbeddedDocument, now: Date): object {
  const title = { Файл: { Имя: document.name } };
  const { answer, text } = getStanding(document, now);
  const answered = {
    Направление: 'Входящий',
    Файл: {
      Имя: `ON_NSCHFDOPPOK_${document.id}.xml`,
      ДвоичныеДанные: buyersTitle(document, text).toString('base64'),
    },
  };
  return {
    Идентификатор: document.id,
    Тип: document.kind,
    Удален: 'Нет',
    Состояние: toState(document, now),
    Вложение: [title, ...(answer === 'disagreed' ? [answered] : [])],
  };
}

function toState(document: EmbeddedDocument, now: Date): object {
  const { stage, answer, text, annulment, undelivered } = getStanding(document, now);
  if (annulment === 'accepted') return { Код: '16', Название: 'Аннулирован по соглашению' };
  if (annulment === 'ours') return { Код: '7', Название: 'Отозван мной' };
  if (annulment === 'theirs') return { Код: '15', Название: 'Удален контрагентом' };
  if (undelivered !== null)
    return { Код: '8', Название: 'Выполнение завершено с проблемами', Примечание: undelivered };
  if (answer === 'signed') return { Код: '7', Название: 'Выполнение завершено успешно' };
  if (answer === 'disagreed') return { Код: '7', Название: 'Утвержден с разногласиями' };
  if (answer === 'refused')
    return { Код: '8', Название: 'Выполнение завершено с проблемами', Примечание: text };
  return {
    draft: { Код: '0', Название: 'Документ редактируется' },
    sent: { Код: '3', Название: 'Отправлен' },
    delivered: { Код: '4', Название: 'Доставлен' },
  }[stage];
}

/** «15.09.2026 12.05.09», in Moscow. */
function formatMoment(at: Date): string {
  const day = moscowDay(at).split('-').toReversed().join('.');
  return `${day} ${moscowTimeOfDay(at).replaceAll(':', '.')}`;
}

function parseDate(moment: string): Date {
  const [, day, month, year, hours, minutes, seconds] =
    /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d)\.(\d\d)\.(\d\d)$/.exec(moment) ?? [];
  // A cursor of another wire. All events are returned again.
  if (year === undefined) return new Date(0);
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}+03:00`);
}
