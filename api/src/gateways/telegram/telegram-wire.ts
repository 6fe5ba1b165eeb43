import { z } from 'zod';
import { chatTitle, codeIn, type ChatUpdate, type ChatWire } from '../chat-bot/chat-bot.ts';

const text = z.string().max(10_000);
const from = z.object({ first_name: text.nullish(), last_name: text.nullish(), username: text.nullish() });
const chat = z.object({ id: z.int(), type: z.string() });

const update = z.object({
  update_id: z.int(),
  message: z.object({ chat, from: from.nullish(), text: text.nullish() }).nullish(),
  callback_query: z
    .object({
      id: z.string().min(1).max(100),
      message: z.object({ message_id: z.int(), chat }).nullish(),
      data: z.string().max(64).nullish(),
    })
    .nullish(),
  my_chat_member: z.object({ chat, new_chat_member: z.object({ status: z.string() }) }).nullish(),
});

/**
 * Reads what Telegram posts to a webhook (docs/facts.md 12). Only private chats concern us, because others would read
 * along in a group.
 */
export const telegramWire: ChatWire = {
  channel: 'telegram',
  secretHeader: 'x-telegram-bot-api-secret-token',
  readUpdate(body) {
    const read = update.safeParse(body);
    if (!read.success) return null;
    const { update_id, message, callback_query: click, my_chat_member: member } = read.data;
    const where = message?.chat ?? click?.message?.chat ?? member?.chat;
    if (where?.type !== 'private') return null;
    const about = { name: String(update_id), chat: String(where.id) };
    if (message) return readMessage(about, message);
    if (click?.message && click.data) {
      const messageId = String(click.message.message_id);
      return { ...about, kind: 'pressed', pressId: click.id, messageId, button: click.data };
    }
    return member?.new_chat_member.status === 'kicked' ? { ...about, kind: 'left', aloud: false } : null;
  },
};

type TelegramMessage = NonNullable<z.output<typeof update>['message']>;

function readMessage(about: { name: string; chat: string }, message: TelegramMessage): ChatUpdate | null {
  const [command, code] = (message.text ?? '').trim().split(/\s+/);
  if (command === '/stop') return { ...about, kind: 'left', aloud: true };
  if (command !== '/start') return { ...about, kind: 'wrote' };
  const title = chatTitle([message.from?.first_name, message.from?.last_name], message.from?.username);
  return { ...about, kind: 'began', code: codeIn(code), title };
}
