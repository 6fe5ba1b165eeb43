import { z } from 'zod';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import {
  formatHtml,
  retryLater,
  type ChatBot,
  type ChatMessage,
  type ChatOutcome,
} from '../chat-bot/chat-bot.ts';
import { telegramWire } from './telegram-wire.ts';

export interface TelegramOptions {
  token: string;
  /** The bot's name, without `@`. */
  name: string;
  baseUrl: string;
  timeLimitMs?: number;
}

const MAX_ANSWER_LENGTH = 200;

const answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
type Answer = z.output<typeof answer>;

/** Calls Telegram's Bot API (docs/facts.md 12). The token is part of the address, which is never logged. */
export function telegramBot({ token, name, baseUrl, timeLimitMs = 10_000 }: TelegramOptions): ChatBot {
  async function call(method: string, body: object): Promise<ChatOutcome> {
    try {
      const url = `${baseUrl}/bot${token}/${method}`;
      const reply = await fetchJson(url, { method: 'POST', body, timeLimitMs });
      const read = answer.safeParse(reply.body);
      if (!read.success)
        return retryLater(`telegram: HTTP ${reply.status} without sense`, reply.retryAfterSeconds);
      return toOutcome(read.data, reply.status);
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      return retryLater('telegram: unreachable', undefined);
    }
  }

  return {
    ...telegramWire,
    provider: 'telegram',
    linkTo: (code) => `https://t.me/${name}?start=${code}`,
    send: (chat, message) => call('sendMessage', { chat_id: Number(chat), ...toBody(message) }),
    edit: async (chat, messageId, message) => {
      const ids = { chat_id: Number(chat), message_id: Number(messageId) };
      return call('editMessageText', { ...ids, ...toBody(message) });
    },
    answerPress: async (clickId, text) =>
      void (await call('answerCallbackQuery', {
        callback_query_id: clickId,
        text: text.slice(0, MAX_ANSWER_LENGTH),
      })),
    hearAt: (url, secret) =>
      call('setWebhook', {
        url,
        secret_token: secret,
        allowed_updates: ['message', 'callback_query', 'my_chat_member'],
      }),
  };
}

function toBody(message: ChatMessage): object {
  const rows = [
    ...message.buttons.map(({ label, id }) => [{ text: label, callback_data: id }]),
    ...(message.url === null ? [] : [[{ text: 'Открыть в кабинете', url: message.url }]]),
  ];
  return {
    text: formatHtml(message),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: rows },
  };
}

function toOutcome(input: Answer, status: number): ChatOutcome {
  if (input.ok) return { kind: 'sent', messageId: messageIdIn(input.result) };
  const code = input.error_code ?? status;
  const description = (input.description ?? '').toLowerCase();
  if (code === 429 || code >= 500) return retryLater(`telegram: ${code}`, input.parameters?.retry_after);
  // The text is there already: an earlier answer was lost.
  if (description.includes('message is not modified')) return { kind: 'sent', messageId: '' };
  if (code === 403 || description.includes('chat not found'))
    return { kind: 'gone', message: `telegram: ${code}` };
  return { kind: 'refused', message: `telegram: ${code}` };
}

function messageIdIn(result: unknown): string {
  const id = (result as { message_id?: unknown } | null | undefined)?.message_id;
  return typeof id === 'number' ? String(id) : '';
}
