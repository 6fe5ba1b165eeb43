import { can } from '#contract/access.ts';
import { Webhooks } from '../../features/cabinet/webhooks/Webhooks.tsx';
import { useRole } from '../../server/session.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** /cabinet/webhooks: where the company's own programs are notified of events, for its admin. */
export default function WebhooksPage() {
  if (!can(useRole(), 'assignRoles'))
    return <Notice tone="warn">Вебхуки подключает администратор компании.</Notice>;
  return <Webhooks />;
}
