import type { ChatChannel } from '#contract/messaging/channels.ts';
/** A bot in a messenger. It notifies users there, and they click buttons. Neither texts nor chats are ever logged. */
export interface ChatBot extends ChatWire {
  /** `embedded`, or the messenger's own name. */
  readonly provider: string;
  /** The address that opens the chat and carries the code there. */
  linkTo(code: string): string;
  /** Never throws because of the messenger's answer or silence: both are outcomes. */
  send(chat: string, message: ChatMessage): Promise<ChatOutcome>;
  /** Puts another text in place of what was sent. */
  edit(chat: string, messageId: string, message: ChatMessage): Promise<ChatOutcome>;
  /** Answers a click on a button, with a sentence that is shown for a moment. */
  answerPress(clickId: string, text: string): Promise<void>;
  /** Registers with the messenger the address where we receive its updates, and the secret that identifies it. */
  hearAt(url: string, secret: string): Promise<ChatOutcome>;
}

/** Format in which a messenger calls us. */
export interface ChatWire {
  readonly channel: ChatChannel;
  /** Header that contains the secret, in lowercase letters. */
  readonly secretHeader: string;
  /** Reads an update. Null means that it does not concern us. */
  readUpdate(body: unknown): ChatUpdate | null;
}

export interface ChatMessage {
  title: string;
  text: string;
  /** An address of ours, for a button that opens it. */
  url: string | null;
  /** Buttons of the message. `id` comes back with a click: at most 64 bytes. */
  buttons: readonly { label: string; id: string }[];
}

/** An update from a messenger. `name` is the messenger's own and stays the same when the update is repeated. */
export type ChatUpdate = { name: string; chat: string } & (
  | { kind: 'began'; code: string | null; title: string }
  | { kind: 'pressed'; pressId: string; messageId: string; button: string }
  /** A message that is no command. Its text goes nowhere. */
  | { kind: 'wrote' }
  /** The user left by a word in the chat, or by closing it: then no one reads an answer. */
  | { kind: 'left'; aloud: boolean }
);

export type ChatOutcome =
  | { kind: 'sent'; messageId: string }
  /** The chat has no reader any more. */
  | { kind: 'gone'; message: string }
  /** A failure that may pass by itself, also a silent messenger. The message may have been sent all the same. */
  | { kind: 'later'; retryAfterSeconds: number; message: string }
  /** Ours to put right: a wrong token, a text that it does not take. */
  | { kind: 'refused'; message: string };

/** Delay before a retry after a silence or a malformed answer. */
const TRY_AGAIN_SECONDS = 30;
/** A messenger that asks for more is asked again no later. */
const LONGEST_WAIT_SECONDS = 3600;

export function retryLater(message: string, seconds: number | undefined): ChatOutcome {
  const wished = Math.ceil(seconds ?? TRY_AGAIN_SECONDS);
  const retryAfterSeconds = Math.min(LONGEST_WAIT_SECONDS, Math.max(1, wished || TRY_AGAIN_SECONDS));
  return { kind: 'later', retryAfterSeconds, message };
}

/** Escapes text between the tags of both messengers' HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Both take 4 000 signs; the title comes before, and tags do not count. */
const MAX_TEXT_LENGTH = 3500;

export function formatHtml({ title, text }: ChatMessage): string {
  const body = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  return [`<b>${escapeHtml(title)}</b>`, ...(body ? [escapeHtml(body)] : [])].join('\n\n');
}

/** A code of ours, and nothing else, goes further. */
export function codeIn(text: unknown): string | null {
  return typeof text === 'string' && /^[\w-]{20,64}$/.test(text) ? text : null;
}

/** Returns the chat's title in the cabinet: the person's own name there. */
export function chatTitle(names: readonly (string | null | undefined)[], username?: string | null): string {
  const name = names.filter(Boolean).join(' ').trim();
  return (username ? `${name} @${username}`.trim() : name || 'без имени').slice(0, 100);
}
