import { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../fetch-json.ts';
import {
  formatHtml,
  retryLater,
  type ChatBot,
  type ChatMessage,
  type ChatOutcome,
} from '../chat-bot/chat-bot.ts';
import { maxWire } from './max-wire.ts';

export interface MaxOptions {
  token: string;
  /** The bot's name in its address. */
  name: string;
  baseUrl: string;
  timeLimitMs?: number;
}

const MAX_NOTE_LENGTH = 200;

const made = z.object({ message: z.object({ body: z.object({ mid: z.string().min(1).max(150) }) }) });
const done = z.object({ success: z.boolean() });

/** MAX's Bot API (docs/facts.md 12): the token goes in a header, people are written to by their ids. */
export function maxBot({ token, name, baseUrl, timeLimitMs = 10_000 }: MaxOptions): ChatBot {
  async function call(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    read: (input: unknown) => ChatOutcome | null,
  ): Promise<ChatOutcome> {
    try {
      const headers = { authorization: token };
      const reply = await fetchJson(baseUrl + path, { method, headers, body, timeLimitMs });
      return (
        toRefusal(reply) ??
        read(reply.body) ??
        retryLater(`max: HTTP ${reply.status} without sense`, undefined)
      );
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      return retryLater('max: unreachable', undefined);
    }
  }

  return {
    ...maxWire,
    provider: 'max',
    linkTo: (code) => `https://max.ru/${name}?start=${code}`,
    send: (chat, message) =>
      call('POST', `/messages?user_id=${encodeURIComponent(chat)}`, toBody(message), (input) => {
        const read = made.safeParse(input);
        return read.success ? { kind: 'sent', messageId: read.data.message.body.mid } : null;
      }),
    edit: (_chat, messageId, message) =>
      call('PUT', `/messages?message_id=${encodeURIComponent(messageId)}`, toBody(message), readDone),
    answerPress: async (clickId, text) => {
      const path = `/answers?callback_id=${encodeURIComponent(clickId)}`;
      await call('POST', path, { notification: text.slice(0, MAX_NOTE_LENGTH) }, readDone);
    },
    hearAt: (url, secret) =>
      call(
        'POST',
        '/subscriptions',
        {
          url,
          secret,
          update_types: [
            'bot_started',
            'bot_stopped',
            'dialog_removed',
            'message_created',
            'message_callback',
          ],
        },
        readDone,
      ),
  };
}

/** Without buttons the list is empty, which removes the previous ones. */
function toBody(message: ChatMessage): object {
  const buttons = [
    ...message.buttons.map(({ label, id }) => [{ type: 'callback', text: label, payload: id }]),
    ...(message.url === null ? [] : [[{ type: 'link', text: 'Открыть в кабинете', url: message.url }]]),
  ];
  const attachments = buttons.length > 0 ? [{ type: 'inline_keyboard', payload: { buttons } }] : [];
  return { text: formatHtml(message), format: 'html', attachments };
}

/** Some calls answer with status 200 that they did nothing. */
function readDone(input: unknown): ChatOutcome | null {
  const read = done.safeParse(input);
  if (!read.success) return null;
  return read.data.success
    ? { kind: 'sent', messageId: '' }
    : { kind: 'refused', message: 'max: no success' };
}

function toRefusal({ status, retryAfterSeconds }: JsonReply): ChatOutcome | null {
  if (status === 429 || status >= 500) return retryLater(`max: ${status}`, retryAfterSeconds);
  if (status === 403 || status === 404) return { kind: 'gone', message: `max: ${status}` };
  return status >= 400 ? { kind: 'refused', message: `max: ${status}` } : null;
}
