import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';

/** What the secrets are sealed with. Refuses where the operator has given none. */
export function webhookKey({ config }: Context): string {
  if (config.webhooks.key === null) throw conflict('На этой площадке вебхуки не подключают');
  return config.webhooks.key;
}
