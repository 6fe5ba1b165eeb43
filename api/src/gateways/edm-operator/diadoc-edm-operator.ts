import { z } from 'zod';
import { callDiadoc, readReply, type DiadocAccess } from './diadoc-caller.ts';
import { toDraft, type DraftSettings } from './diadoc-draft.ts';
import { diadocMessage, diadocProgress, getSuccessor } from './diadoc-progress.ts';
import type { Connection, EdmOperator } from './edm-operator.ts';

export interface DiadocOptions extends DiadocAccess, DraftSettings {
  /** Our own box, a GUID. */
  boxId: string;
  apiUrl?: string | undefined;
}

const API_URL = 'https://diadoc-api.kontur.ru';
/** Delay before a retry if the operator gives none. */
const RETRY_SECONDS = 10;
const MESSAGE_MAX = 2000;
const EVENTS_PAGE_SIZE = 100;
const TICKS_PREFIX = 'ticks:';

const taskReply = z.object({ TaskId: z.string().min(1) });
const boxReply = z.object({ BoxId: z.string().min(1) });
const counteragentReply = z.object({
  CurrentStatus: z.union([z.string(), z.number()]),
  Organization: z.object({ FnsParticipantId: z.string().nullish() }).nullish(),
});
/** Prefix of Diadoc's own subscribers. */
const OWN_PREFIX = '2BM';
const withMessage = z.object({ MessageId: z.string().min(1) }).nullish();
const eventsReply = z.object({
  Events: z.array(z.object({ IndexKey: z.string().min(1), Message: withMessage, Patch: withMessage })),
});
const messageReply = z.object({ MessageId: z.string().min(1) });

/** States in Diadoc that end or keep up a request, both by name and by number (docs/facts.md 5). */
const CONNECTIONS: Readonly<Record<string, Connection>> = {
  IsMyCounteragent: 'accepted',
  1: 'accepted',
  RejectsMe: 'rejected',
  5: 'rejected',
  IsRejectedByMe: 'rejected',
  6: 'rejected',
};

/** Refusals that end as soon as the fault that they name is corrected. */
const RETRY_REASONS: Readonly<Record<number, string>> = {
  402: 'Подписка на API оператора закончилась',
  403: 'Оператор не даёт доступа к ящику',
  404: 'Ящик организации не найден',
  409: 'Для отправки нужен роуминг с оператором организации',
};

/**
 * Kontur's Diadoc over its HTTP interface: OpenID Connect for the token, AcquireCounteragent V3 for the invitation,
 * its result by polling, PostMessage V3 with an operation id, GetMessage V5 for its progress, GetNewEvents V8 for news.
 *
 * A document is sent as a draft, because the key of the operator's qualified signature is not on this server: a person
 * signs and sends it in Diadoc, and nothing here pretends to be that signature.
 */
export function diadocEdmOperator(options: DiadocOptions): EdmOperator {
  const api = options.apiUrl ?? API_URL;
  const call = callDiadoc(options);
  const mine = encodeURIComponent(options.boxId);

  async function readMessage(messageId: string) {
    const query = `boxId=${mine}&messageId=${encodeURIComponent(messageId)}`;
    const input = await call(`${api}/V5/GetMessage?${query}`, { method: 'GET' });
    return input.status === 404 ? null : readReply(diadocMessage, input);
  }

  async function readCounteragent(boxId: string) {
    const query = `myBoxId=${mine}&counteragentBoxId=${encodeURIComponent(boxId)}`;
    return readReply(counteragentReply, await call(`${api}/V3/GetCounteragent?${query}`, { method: 'GET' }));
  }

  return {
    provider: 'diadoc',
    async invite({ inn, message }) {
      const body = { Inn: inn, MessageToCounteragent: message.slice(0, MESSAGE_MAX) };
      const input = await call(`${api}/V3/AcquireCounteragent?myBoxId=${mine}`, { method: 'POST', body });
      if (input.status === 409) return { kind: 'roaming-required' };
      if (input.status === 402) return { kind: 'failed', reason: 'Подписка на API оператора закончилась' };
      if (input.status === 400 || input.status === 404)
        return { kind: 'failed', reason: 'Оператор не нашёл ящик организации' };
      return { kind: 'started', taskId: readReply(taskReply, input).TaskId };
    },
    async inviteResult(taskId) {
      const input = await call(`${api}/V2/AcquireCounteragentResult?taskId=${encodeURIComponent(taskId)}`, {
        method: 'GET',
      });
      if (input.status === 204)
        return { kind: 'pending', retryAfterSeconds: input.retryAfterSeconds ?? RETRY_SECONDS };
      if (input.status === 409) return { kind: 'failed', reason: 'Оператор не смог отправить приглашение' };
      return { kind: 'invited', boxId: readReply(boxReply, input).BoxId };
    },
    async getConnection(boxId) {
      return CONNECTIONS[(await readCounteragent(boxId)).CurrentStatus] ?? 'invited';
    },
    async getParticipant(boxId) {
      const id = (await readCounteragent(boxId)).Organization?.FnsParticipantId;
      return id ? { id, roaming: !id.startsWith(OWN_PREFIX) } : null;
    },
    async send(document) {
      const query = `operationId=${encodeURIComponent(document.operationId)}`;
      const body = toDraft(options, document);
      const input = await call(`${api}/V3/PostMessage?${query}`, { method: 'POST', body });
      if (input.status === 400) return { kind: 'failed', reason: 'Оператор не принял документ' };
      const reason = RETRY_REASONS[input.status];
      if (reason) return { kind: 'not-now', reason };
      return { kind: 'sent', messageId: readReply(messageReply, input).MessageId };
    },
    async readProgress(messageId) {
      const handedOver = await readMessage(messageId);
      const next = handedOver && getSuccessor(handedOver);
      const message = next ? await readMessage(next) : handedOver;
      if (message) return diadocProgress(message);
      return { state: 'failed', messageId, reason: 'Документа больше нет в Диадоке', gone: true };
    },
    async changesSince(cursor) {
      // Until the first event there is no key to continue from. The moment of the first request stays the beginning.
      const since = cursor ?? `${TICKS_PREFIX}${toTicks(options.clock.now())}`;
      const from = since.startsWith(TICKS_PREFIX)
        ? `timestampFromTicks=${since.slice(TICKS_PREFIX.length)}`
        : `afterIndexKey=${encodeURIComponent(since)}`;
      const url = `${api}/V8/GetNewEvents?boxId=${mine}&${from}&limit=${EVENTS_PAGE_SIZE}`;
      const { Events } = readReply(eventsReply, await call(url, { method: 'GET' }));
      return {
        messageIds: Events.flatMap(({ Message, Patch }) => Message?.MessageId ?? Patch?.MessageId ?? []),
        cursor: Events.at(-1)?.IndexKey ?? since,
        more: Events.length === EVENTS_PAGE_SIZE,
      };
    },
  };
}

/** .NET's count of time: hundreds of nanoseconds since the year 1. */
function toTicks(at: Date): string {
  return String(BigInt(at.getTime()) * 10_000n + 621_355_968_000_000_000n);
}
