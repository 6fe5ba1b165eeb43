import type { Channel } from '#contract/messaging/channels.ts';

export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  push: 'Уведомления браузера',
  telegram: 'Telegram',
  max: 'MAX',
};
