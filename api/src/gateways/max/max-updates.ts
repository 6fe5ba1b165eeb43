import { randomInt } from 'node:crypto';

/** Updates that MAX would post, for its fake and for tests. */
export const maxUpdates = {
  began({ chat, code, now }: { chat: number; code: string; now: Date }): object {
    const user = { ...PERSON, user_id: chat };
    // Only its moment identifies the update, and a test's clock stands still.
    const timestamp = now.getTime() + randomInt(1000);
    return { update_type: 'bot_started', timestamp, chat_id: chat + 1, user, payload: code };
  },

  pressed(input: { chat: number; message: string; button: string; now: Date }): object {
    const timestamp = input.now.getTime();
    const callback = {
      timestamp,
      // Id by which the fake finds its message.
      callback_id: `${input.message}-${randomInt(2 ** 47)}`,
      payload: input.button,
      user: { ...PERSON, user_id: input.chat },
    };
    const message = { recipient: { chat_type: 'dialog' }, body: { mid: input.message, text: '' } };
    return { update_type: 'message_callback', timestamp, callback, message };
  },
};

const PERSON = { first_name: 'Учебный', last_name: 'Телефон', is_bot: false };
