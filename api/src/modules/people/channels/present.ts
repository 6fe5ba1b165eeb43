import type { DataOf } from '#contract/endpoint.ts';
import type { listChannels, listOutboxChats } from '#contract/channels.ts';
import type { Channels } from '../../../context.ts';
import type { OutboxChatMessage } from '../../../gateways/chat-bot/outbox-chats.ts';
import type { LinkedChannel } from './channel.ts';

export function presentChannels(
  { telegram, max, push }: Channels,
  linked: readonly LinkedChannel[],
): DataOf<typeof listChannels> {
  const kind = push?.provider === 'embedded' ? 'embedded' : 'web-push';
  return {
    offered: {
      telegram: telegram !== null,
      max: max !== null,
      push: push && { kind, key: push.publicKey },
    },
    linked: linked.map((one) => ({
      id: one.id,
      channel: one.channel,
      title: one.title,
      linked_at: one.linkedAt.toISOString(),
      used_at: one.usedAt?.toISOString() ?? null,
      gone_at: one.goneAt?.toISOString() ?? null,
    })),
  };
}

export function presentOutboxChat(message: OutboxChatMessage): DataOf<typeof listOutboxChats>[number] {
  const { sentAt, editedAt, ...said } = message;
  return { ...said, sent_at: sentAt.toISOString(), edited_at: editedAt?.toISOString() ?? null };
}
