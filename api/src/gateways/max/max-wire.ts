import { z } from 'zod';
import { chatTitle, codeIn, type ChatWire } from '../chat-bot/chat-bot.ts';

const text = z.string().max(10_000);
const user = z.object({
  user_id: z.int(),
  name: text.nullish(),
  first_name: text.nullish(),
  last_name: text.nullish(),
  username: text.nullish(),
});
const timestamp = z.int();

const update = z.discriminatedUnion('update_type', [
  z.object({ update_type: z.literal('bot_started'), timestamp, user, payload: text.nullish() }),
  z.object({ update_type: z.literal(['bot_stopped', 'dialog_removed']), timestamp, user }),
  z.object({
    update_type: z.literal('message_created'),
    timestamp,
    message: z.object({
      sender: user,
      recipient: z.object({ chat_type: z.string() }),
      body: z.object({ mid: z.string().max(150), text: text.nullish() }),
    }),
  }),
  z.object({
    update_type: z.literal('message_callback'),
    timestamp,
    callback: z.object({
      callback_id: z.string().min(1).max(180),
      payload: z.string().max(64).nullish(),
      user,
    }),
    message: z.object({ body: z.object({ mid: z.string().max(150) }) }).nullish(),
  }),
]);

/**
 * Reads what MAX posts to a subscription (docs/facts.md 12). It numbers only clicks. Other updates are named by their
 * moment.
 */
export const maxWire: ChatWire = {
  channel: 'max',
  secretHeader: 'x-max-bot-api-secret',
  readUpdate(body) {
    const read = update.safeParse(body);
    if (!read.success) return null;
    const input = read.data;
    if (input.update_type === 'message_callback') {
      const { callback, message } = input;
      if (!message || !callback.payload) return null;
      const { callback_id: clickId, payload: button } = callback;
      const chat = String(callback.user.user_id);
      return {
        name: `press ${clickId}`,
        chat,
        kind: 'pressed',
        pressId: clickId,
        messageId: message.body.mid,
        button,
      };
    }
    const person = input.update_type === 'message_created' ? input.message.sender : input.user;
    const about = {
      name: `${input.update_type} ${person.user_id} ${input.timestamp}`,
      chat: String(person.user_id),
    };
    if (input.update_type === 'message_created') {
      const { recipient, body: content } = input.message;
      if (recipient.chat_type !== 'dialog') return null;
      const leaves = content.text?.trim() === '/stop';
      return leaves ? { ...about, kind: 'left', aloud: true } : { ...about, kind: 'wrote' };
    }
    if (input.update_type !== 'bot_started') return { ...about, kind: 'left', aloud: false };
    const names = person.first_name ? [person.first_name, person.last_name] : [person.name];
    return {
      ...about,
      kind: 'began',
      code: codeIn(input.payload),
      title: chatTitle(names, person.username),
    };
  },
};
