import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../errors.ts';
import type { ChatBot, ChatUpdate } from '../../../gateways/chat-bot/chat-bot.ts';
import { ANSWERED_ONCE, type RunButtonAction, type LinkedChannel } from './channel.ts';
import { findByAddress, markChannelUsed } from './linked-channels.ts';
import { listButtons, lockButton, markResult, type ClickedButton } from './message-store.ts';
import { toAbsoluteUrl } from './send-over-channel.ts';

type Click = Extract<ChatUpdate, { kind: 'pressed' }>;
interface Outcome {
  note: string;
  /** New content of the message, or null if it stays. */
  shown: { button: ClickedButton; result: string; keepsButtons: boolean } | null;
}

const NOT_LINKED = 'Этот чат больше не привязан к кабинету. Ничего не сделано';
const UNKNOWN = 'Эта кнопка больше не действует. Ничего не сделано';
const EXPIRED = 'Кнопка устарела. Как обстоит дело сейчас, видно в кабинете';

/**
 * Carries out a button's action, once, with the rights that its person has now, and shows the outcome in its message. A
 * refusal changes nothing, is shown there, and the button can be clicked again, unless it was answered meanwhile.
 */
export async function handleButtonClick(
  ctx: Context,
  { bot, press: click, doButton: runButtonAction }: { bot: ChatBot; press: Click; doButton: RunButtonAction },
): Promise<void> {
  const linked = await findByAddress(ctx.db.system, { channel: bot.channel, address: click.chat });
  const { note, shown } = linked
    ? await carryOut(ctx, { linked, button: click.button, doButton: runButtonAction })
    : { note: NOT_LINKED, shown: null };
  await bot.answerPress(click.pressId, note);
  if (!shown) return;
  const { button, result, keepsButtons } = shown;
  await bot.edit(click.chat, click.messageId, {
    title: button.title,
    text: [button.text, result].filter(Boolean).join('\n\n'),
    url: toAbsoluteUrl(ctx, button.url),
    buttons: keepsButtons ? await listButtons(ctx.db.system, button.id) : [],
  });
}

interface ButtonClick {
  linked: LinkedChannel;
  button: string;
  doButton: RunButtonAction;
}

/**
 * Carries a click out while the message is locked, so that two simultaneous clicks act once. If the process dies in
 * between, the click is carried out again.
 */
function carryOut(
  ctx: Context,
  { linked, button: id, doButton: runButtonAction }: ButtonClick,
): Promise<Outcome> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const button = await lockButton(tx, { id, linkedId: linked.id });
    if (!button) return { note: UNKNOWN, shown: null };
    const { result } = button;
    if (result !== null) return { note: result, shown: { button, result, keepsButtons: false } };
    if (button.expiresAt <= now)
      return { note: EXPIRED, shown: { button, result: EXPIRED, keepsButtons: false } };
    await markChannelUsed(tx, { id: linked.id, now });
    return done(tx, { button, linked, doButton: runButtonAction, now });
  });
}

async function done(
  tx: Db,
  args: { button: ClickedButton; linked: LinkedChannel; doButton: RunButtonAction; now: Date },
): Promise<Outcome> {
  const { button, linked, doButton: runButtonAction, now } = args;
  const { userId, channel, linkedAt } = linked;
  const recordOutcome = (outcome: Record<string, unknown>) =>
    recordEvent(tx, {
      at: now,
      what: 'button-pressed',
      userId,
      targets: [{ kind: 'channel', id: linked.id }],
      details: { channel, deed: button.deed, ...button.target, ...outcome },
    });
  try {
    const result = await runButtonAction(button.deed, button.target as never, { userId, channel, linkedAt });
    await markResult(tx, { messageId: button.id, result });
    await recordOutcome({ done: true });
    return { note: result, shown: { button, result, keepsButtons: false } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const result = `Не сделано. ${error.message}`;
    await recordOutcome({ done: false, reason: error.reason });
    const isClosed = ANSWERED_ONCE.has(button.deed) && (error.status === 404 || error.status === 409);
    return { note: result, shown: { button, result, keepsButtons: !isClosed } };
  }
}
