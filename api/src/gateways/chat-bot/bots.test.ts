import { afterEach, describe, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { maxBot } from '../max/max-bot.ts';
import { telegramBot } from '../telegram/telegram-bot.ts';
import type { ChatBot, ChatMessage, ChatOutcome } from './chat-bot.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const TOKEN = '12345:secret-token';
const MESSAGE: ChatMessage = {
  title: 'Карта <1234> & прочее',
  text: 'Заправка: 60 л < 100 л',
  url: 'https://magistral.example/cabinet/cards',
  buttons: [{ label: 'Заблокировать', id: 'b1' }],
};

type MakeGateway = (baseUrl: string, timeLimitMs?: number) => ChatBot;
const options = (baseUrl: string, timeLimitMs?: number) => ({
  token: TOKEN,
  name: 'magistral_bot',
  baseUrl,
  ...(timeLimitMs && { timeLimitMs }),
});
const telegram: MakeGateway = (baseUrl, limit) => telegramBot(options(baseUrl, limit));
const max: MakeGateway = (baseUrl, limit) => maxBot(options(baseUrl, limit));

async function withBot(making: MakeGateway, reply: WireReply, timeLimitMs?: number): Promise<ChatBot> {
  await server?.stop();
  server = await serveWire(() => reply);
  return making(server.url, timeLimitMs);
}

const input = (place = 0) => JSON.parse(server!.requests[place]!.body);
const TEXT = '<b>Карта &lt;1234&gt; &amp; прочее</b>\n\nЗаправка: 60 л &lt; 100 л';

describe('Telegram', () => {
  const done = { body: { ok: true, result: { message_id: 77 } } };

  test('a message goes as escaped HTML with its buttons and a link', async () => {
    const bot = await withBot(telegram, done);
    expect(await bot.send('42', MESSAGE)).toEqual({ kind: 'sent', messageId: '77' });
    expect(server!.requests[0]).toMatchObject({ method: 'POST', path: `/bot${TOKEN}/sendMessage` });
    expect(input()).toEqual({
      chat_id: 42,
      text: TEXT,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Заблокировать', callback_data: 'b1' }],
          [{ text: 'Открыть в кабинете', url: MESSAGE.url }],
        ],
      },
    });
  });

  test('a clicked button is acknowledged, and its message changed in place', async () => {
    const bot = await withBot(telegram, done);
    await bot.answerPress('press-1', 'Карта блокируется');
    await bot.edit('42', '77', { ...MESSAGE, url: null, buttons: [] });
    expect(server!.requests[0]?.path).toMatch(/answerCallbackQuery$/);
    expect(input()).toEqual({ callback_query_id: 'press-1', text: 'Карта блокируется' });
    expect(server!.requests[1]?.path).toMatch(/editMessageText$/);
    expect(input(1)).toMatchObject({ chat_id: 42, message_id: 77, reply_markup: { inline_keyboard: [] } });
  });

  test('the bot gets its webhook’s address and secret', async () => {
    const bot = await withBot(telegram, { body: { ok: true, result: true } });
    const at = 'https://magistral.example/api/hooks/telegram';
    expect(await bot.hearAt(at, 'a-secret-of-ours')).toMatchObject({ kind: 'sent' });
    expect(input()).toEqual({
      url: at,
      secret_token: 'a-secret-of-ours',
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    });
  });

  test.each<[number, string, object, ChatOutcome['kind']]>([
    [403, 'Forbidden: bot was blocked by the user', {}, 'gone'],
    [400, 'Bad Request: chat not found', {}, 'gone'],
    [400, 'Bad Request: message is not modified', {}, 'sent'],
    [400, 'Bad Request: can’t parse entities', {}, 'refused'],
    [401, 'Unauthorized', {}, 'refused'],
    [429, 'Too Many Requests', { parameters: { retry_after: 7 } }, 'later'],
    [502, 'Bad Gateway', {}, 'later'],
  ])('answer %i «%s» has its kind', async (error_code, description, more, kind) => {
    const body = { ok: false, error_code, description, ...more };
    const bot = await withBot(telegram, { status: error_code, body });
    const outcome = await bot.send('42', MESSAGE);
    expect(outcome.kind).toBe(kind);
    if (error_code === 429) expect(outcome).toMatchObject({ retryAfterSeconds: 7 });
  });

  const chat = { id: 42, type: 'private' };

  test.each<[object, object | null]>([
    [
      {
        update_id: 1,
        message: {
          chat,
          from: { first_name: 'Анна', username: 'anna' },
          text: '/start abcdefghij0123456789',
        },
      },
      { name: '1', chat: '42', kind: 'began', code: 'abcdefghij0123456789', title: 'Анна @anna' },
    ],
    [
      { update_id: 2, message: { chat, text: '/start' } },
      { name: '2', chat: '42', kind: 'began', code: null, title: 'без имени' },
    ],
    [
      { update_id: 3, message: { chat, text: '/stop' } },
      { name: '3', chat: '42', kind: 'left', aloud: true },
    ],
    [
      { update_id: 4, my_chat_member: { chat, new_chat_member: { status: 'kicked' } } },
      { name: '4', chat: '42', kind: 'left', aloud: false },
    ],
    [
      { update_id: 5, callback_query: { id: 'p', data: 'b1', message: { message_id: 77, chat } } },
      { name: '5', chat: '42', kind: 'pressed', pressId: 'p', messageId: '77', button: 'b1' },
    ],
    [
      { update_id: 6, message: { chat, text: 'привет' } },
      { name: '6', chat: '42', kind: 'wrote' },
    ],
    [{ update_id: 7, message: { chat: { id: -1, type: 'supergroup' }, text: '/start' } }, null],
    [
      { update_id: 8, callback_query: { id: 'p', data: 'b'.repeat(65), message: { message_id: 77, chat } } },
      null,
    ],
    [{ nonsense: true }, null],
  ])('update %j is read', (update, read) => {
    expect(telegram('http://127.0.0.1:9').readUpdate(update)).toEqual(read);
  });
});

describe('MAX', () => {
  test('a message goes to its person by a token in the header', async () => {
    const bot = await withBot(max, { body: { message: { body: { mid: 'mid.1', seq: 1 } } } });
    expect(await bot.send('42', MESSAGE)).toEqual({ kind: 'sent', messageId: 'mid.1' });
    expect(server!.requests[0]).toMatchObject({
      method: 'POST',
      path: '/messages?user_id=42',
      headers: { authorization: TOKEN },
    });
    expect(input()).toEqual({
      text: TEXT,
      format: 'html',
      attachments: [
        {
          type: 'inline_keyboard',
          payload: {
            buttons: [
              [{ type: 'callback', text: 'Заблокировать', payload: 'b1' }],
              [{ type: 'link', text: 'Открыть в кабинете', url: MESSAGE.url }],
            ],
          },
        },
      ],
    });
  });

  test('a clicked button is acknowledged, its message changed, its keyboard removed', async () => {
    const bot = await withBot(max, { body: { success: true } });
    await bot.answerPress('press 1', 'Карта блокируется');
    expect(await bot.edit('42', 'mid.1', { ...MESSAGE, url: null, buttons: [] })).toMatchObject({
      kind: 'sent',
    });
    expect(server!.requests[0]).toMatchObject({ method: 'POST', path: '/answers?callback_id=press%201' });
    expect(input()).toEqual({ notification: 'Карта блокируется' });
    expect(server!.requests[1]).toMatchObject({ method: 'PUT', path: '/messages?message_id=mid.1' });
    expect(input(1)).toEqual({ text: TEXT, format: 'html', attachments: [] });
  });

  test('the bot gets its webhook’s address and secret', async () => {
    const bot = await withBot(max, { body: { success: true } });
    await bot.hearAt('https://magistral.example/api/hooks/max', 'a-secret-of-ours');
    expect(server!.requests[0]).toMatchObject({ method: 'POST', path: '/subscriptions' });
    expect(input()).toMatchObject({
      secret: 'a-secret-of-ours',
      url: 'https://magistral.example/api/hooks/max',
    });
  });

  test.each<[number, object, ChatOutcome['kind']]>([
    [403, { code: 'chat.denied' }, 'gone'],
    [404, { code: 'dialog.not.found' }, 'gone'],
    [400, { code: 'proto.payload' }, 'refused'],
    [401, { code: 'verify.token' }, 'refused'],
    [429, { code: 'too.many.requests' }, 'later'],
    [503, { code: 'service.unavailable' }, 'later'],
  ])('answer %i %j has its kind', async (status, body, kind) => {
    const bot = await withBot(max, { status, body, headers: { 'retry-after': '9' } });
    expect((await bot.send('42', MESSAGE)).kind).toBe(kind);
  });

  test('success: false with status 200 is no success', async () => {
    const bot = await withBot(max, { body: { success: false, message: 'any' } });
    expect((await bot.edit('42', 'mid.1', MESSAGE)).kind).toBe('refused');
  });

  const user = { user_id: 42, first_name: 'Анна', last_name: 'Дорожкина' };

  test.each<[object, object | null]>([
    [
      { update_type: 'bot_started', timestamp: 5, chat_id: 1, user, payload: 'abcdefghij0123456789' },
      {
        name: 'bot_started 42 5',
        chat: '42',
        kind: 'began',
        code: 'abcdefghij0123456789',
        title: 'Анна Дорожкина',
      },
    ],
    [
      { update_type: 'bot_stopped', timestamp: 6, chat_id: 1, user },
      { name: 'bot_stopped 42 6', chat: '42', kind: 'left', aloud: false },
    ],
    [
      {
        update_type: 'message_created',
        timestamp: 7,
        message: { sender: user, recipient: { chat_type: 'dialog' }, body: { mid: 'm', text: '/stop' } },
      },
      { name: 'message_created 42 7', chat: '42', kind: 'left', aloud: true },
    ],
    [
      {
        update_type: 'message_callback',
        timestamp: 8,
        callback: { callback_id: 'p', payload: 'b1', user },
        message: { body: { mid: 'mid.1' } },
      },
      { name: 'press p', chat: '42', kind: 'pressed', pressId: 'p', messageId: 'mid.1', button: 'b1' },
    ],
    [
      {
        update_type: 'message_created',
        timestamp: 10,
        message: { sender: user, recipient: { chat_type: 'dialog' }, body: { mid: 'm', text: 'привет' } },
      },
      { name: 'message_created 42 10', chat: '42', kind: 'wrote' },
    ],
    [{ update_type: 'chat_title_changed', timestamp: 9, user }, null],
  ])('update %j is read', (update, read) => {
    expect(max('http://127.0.0.1:9').readUpdate(update)).toEqual(read);
  });
});

describe.each([
  ['telegram', telegram],
  ['max', max],
])('%s on a bad day', (provider, making) => {
  test.each<[string, WireReply]>([
    ['silent', 'silence'],
    ['cut off', 'break'],
    ['a page of a proxy', { status: 200, body: '<html>403</html>' }],
    ['empty', { body: '' }],
    ['a list', { body: '[]' }],
  ])('an answer that is %s is an outcome that may pass', async (_what, reply) => {
    const bot = await withBot(making, reply, 200);
    const outcome = await bot.send('42', MESSAGE);
    expect(outcome.kind).toBe('later');
    await bot.answerPress('p', 'note');
  });

  test('the token, the chat and the text are not repeated in what will be logged', async () => {
    const echo = { ok: false, error_code: 400, description: `${TOKEN} 42 ${MESSAGE.text}`, message: TOKEN };
    for (const status of [400, 403, 429, 500]) {
      const bot = await withBot(making, { status, body: echo });
      expect(JSON.stringify(await bot.send('42', MESSAGE))).not.toMatch(/secret-token|Заправка/);
    }
  });

  test('a text longer than the messenger takes is cut, and the link carries the code', async () => {
    const bot = await withBot(making, { body: {} });
    await bot.send('42', { ...MESSAGE, text: 'ы'.repeat(5000) });
    expect(input().text.length).toBeLessThan(4000);
    expect(bot.provider).toBe(provider);
    expect(bot.linkTo('code')).toMatch(/magistral_bot\?start=code$/);
  });
});
