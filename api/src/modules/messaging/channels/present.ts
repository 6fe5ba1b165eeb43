import type { EndpointData } from '#contract/endpoint.ts';
import type { listChannels, listOutboxChats } from '#contract/messaging/channels.ts';
import type { Channels } from '../../../context.ts';
import type { OutboxChatMessage } from '../../../gateways/chat-bot/outbox-chats.ts';
import type { LinkedChannel } from './channel.ts';

export function presentChannels(
  { telegram, max, push }: Channels,
  linked: readonly LinkedChannel[],
): EndpointData<typeof listChannels> {
  const kind = push?.provider === 'embedded' ? 'embedded' : 'web-push';
  return {
    offered: {
      telegram: telegram !== null,
      max: max !== null,
      push: push && { kind, key: push.publicKey },
    },
    linked: linked.map((linkedChannel) => ({
      id: linkedChannel.id,
      channel: linkedChannel.channel,
      title: linkedChannel.title,
      linked_at: linkedChannel.linkedAt.toISOString(),
      used_at: linkedChannel.usedAt?.toISOString() ?? null,
      gone_at: linkedChannel.goneAt?.toISOString() ?? null,
    })),
  };
}

export function presentOutboxChat(message: OutboxChatMessage): EndpointData<typeof listOutboxChats>[number] {
  const { sentAt, editedAt, ...input } = message;
  return { ...input, sent_at: sentAt.toISOString(), edited_at: editedAt?.toISOString() ?? null };
}
