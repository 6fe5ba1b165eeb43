import { randomInt } from 'node:crypto';

/** Updates that Telegram would post, for its fake and for tests. */
export const telegramUpdates = {
  began({ chat, code }: { chat: number; code: string }): object {
    const message = {
      message_id: 1,
      from: { ...PERSON, id: chat },
      chat: { id: chat, type: 'private' },
      text: `/start ${code}`,
    };
    return { update_id: nextId(), message };
  },

  pressed({ chat, message, button }: { chat: number; message: string; button: string }): object {
    const id = nextId();
    const callback = {
      // Id by which the fake finds its message.
      id: `${message}-${id}`,
      from: { ...PERSON, id: chat },
      message: { message_id: Number(message), chat: { id: chat, type: 'private' } },
      data: button,
    };
    return { update_id: id, callback_query: callback };
  },
};

const PERSON = { is_bot: false, first_name: 'Учебный', last_name: 'Телефон' };

function nextId(): number {
  return randomInt(1, 2 ** 47);
}
