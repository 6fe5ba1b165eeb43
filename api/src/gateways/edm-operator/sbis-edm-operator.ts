import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { moscowDay, moscowTimeOfDay } from '../../lib/money-format.ts';
import { EdmUnavailable, type EdmDocument, type EdmOperator, type PowerOfAttorney } from './edm-operator.ts';
import { callSbis, type SbisAccess, type SbisReply } from './sbis-caller.ts';
import { sbisDocument, sbisProgress } from './sbis-progress.ts';

export interface SbisOptions extends SbisAccess {
  /** INN of our own organisation. */
  inn: string;
  kpp: string | null;
  clock: Clock;
  powerOfAttorney?: PowerOfAttorney | null;
}

const EVENTS_PAGE_SIZE = 100;
const UNKNOWN_METHOD = -32_602;
/** Prefix of СБИС's own subscribers. */
const OWN_PREFIX = '2BE';

const counteragent = z.object({ Идентификатор: z.string().default('') });
const changes = z.object({
  Документ: z
    .array(
      z.object({
        Идентификатор: z.string().min(1),
        Событие: z
          .array(z.object({ Идентификатор: z.string().default(''), ДатаВремя: z.string().default('') }))
          .default([]),
      }),
    )
    .default([]),
  Навигация: z.object({ ЕстьЕще: z.string().default('Нет') }).default({ ЕстьЕще: 'Нет' }),
});

/**
 * Tensor's СБИС over JSON-RPC: the counteragent's id instead of an invitation, СБИС.ЗаписатьДокумент under our own id, which
 * makes a repeat the same document, СБИС.ПрочитатьДокумент for its progress, СБИС.СписокИзменений for news. A document is
 * written and not sent: the operator's person signs it there, as with Diadoc.
 */
export function sbisEdmOperator(options: SbisOptions): EdmOperator {
  const call = callSbis(options);

  return {
    provider: 'sbis',
    async invite({ inn, kpp }) {
      const input = await call('СБИС.ИнформацияОКонтрагенте', { Участник: party(inn, kpp) });
      if (input.kind === 'refused') return { kind: 'failed', reason: 'СБИС не знает такой организации' };
      const { Идентификатор: id } = read(counteragent, input);
      if (id === '') return { kind: 'failed', reason: 'Организация не подключена ни к одному оператору ЭДО' };
      return { kind: 'started', taskId: `${inn}:${kpp ?? ''}:${id}` };
    },
    async inviteResult(taskId) {
      // The box is the very organisation: СБИС asks for INN and KPP with each document.
      return { kind: 'invited', boxId: taskId };
    },
    async getConnection(boxId) {
      const { inn, kpp } = readBox(boxId);
      const input = await call('СБИС.ИнформацияОКонтрагенте', { Участник: party(inn, kpp) });
      if (input.kind === 'refused') return 'rejected';
      return read(counteragent, input).Идентификатор === '' ? 'invited' : 'accepted';
    },
    async getParticipant(boxId) {
      const { id } = readBox(boxId);
      return id === '' ? null : { id, roaming: !id.startsWith(OWN_PREFIX) };
    },
    async send(document) {
      const input = await call('СБИС.ЗаписатьДокумент', { Документ: written(options, document) });
      if (input.kind === 'refused')
        return input.code === UNKNOWN_METHOD
          ? { kind: 'failed', reason: 'СБИС не принял документ' }
          : { kind: 'not-now', reason: 'СБИС отказал в приёме документа' };
      return { kind: 'sent', messageId: read(sbisDocument, input).Идентификатор };
    },
    async readProgress(messageId) {
      const input = await call('СБИС.ПрочитатьДокумент', { Документ: { Идентификатор: messageId } });
      if (input.kind === 'refused')
        return { state: 'failed', messageId, reason: 'Документа больше нет в СБИС', gone: true };
      return sbisProgress(read(sbisDocument, input));
    },
    async changesSince(cursor) {
      const [since = '', eventId = ''] = (cursor ?? formatMoment(options.clock.now())).split('|');
      const filter = {
        ДатаВремяС: since,
        ...(eventId && { ИдентификаторСобытия: eventId }),
        Навигация: { РазмерСтраницы: String(EVENTS_PAGE_SIZE) },
      };
      const { Документ: found, Навигация: pages } = read(
        changes,
        await call('СБИС.СписокИзменений', { Фильтр: filter }),
      );
      const last = found.at(-1)?.Событие.at(-1);
      const next = last?.ДатаВремя ? `${last.ДатаВремя}|${last.Идентификатор}` : `${since}|${eventId}`;
      // A page that leads nowhere must not be read for ever.
      return {
        messageIds: found.map(({ Идентификатор: id }) => id),
        cursor: next,
        more: pages.ЕстьЕще === 'Да' && next !== cursor,
      };
    },
  };
}

function written({ inn, kpp, powerOfAttorney }: SbisOptions, document: EdmDocument): object {
  const { boxId, operationId, name, number, dateIso, bytes, formalised } = document;
  const box = readBox(boxId);
  return {
    Идентификатор: operationId,
    Тип: formalised === 'reconciliation' ? 'АктСверИсх' : 'ДокОтгрИсх',
    Дата: dateIso.split('-').toReversed().join('.'),
    Номер: number,
    НашаОрганизация: party(inn, kpp),
    Контрагент: { ...party(box.inn, box.kpp), Идентификатор: box.id },
    ...(powerOfAttorney &&
      formalised && { Доверенность: { Номер: powerOfAttorney.number, ИНН: powerOfAttorney.issuerInn } }),
    Вложение: [
      {
        Идентификатор: `${operationId}-1`,
        Файл: { Имя: name, ДвоичныеДанные: Buffer.from(bytes).toString('base64') },
      },
    ],
  };
}

/** A sole trader has an INN of twelve digits. */
function party(inn: string, kpp: string | null): object {
  return inn.length === 12 ? { СвФЛ: { ИНН: inn } } : { СвЮЛ: { ИНН: inn, КПП: kpp ?? '' } };
}

function readBox(boxId: string): { inn: string; kpp: string | null; id: string } {
  const [inn = '', kpp = '', id = ''] = boxId.split(':');
  return { inn, kpp: kpp || null, id };
}

/** «15.09.2026 12.05.09», in Moscow. */
function formatMoment(at: Date): string {
  const day = moscowDay(at).split('-').toReversed().join('.');
  return `${day} ${moscowTimeOfDay(at).replaceAll(':', '.')}`;
}

function read<Schema extends z.ZodType>(schema: Schema, input: SbisReply): z.output<Schema> {
  const parsed = schema.safeParse(input.kind === 'result' ? input.result : undefined);
  if (parsed.success) return parsed.data;
  throw new EdmUnavailable('sbis: an answer without sense');
}
