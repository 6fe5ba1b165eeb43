import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { COMPANY_WEBHOOKS } from './webhook-calls.ts';
import { WebhookList } from './WebhookList.tsx';

/** The addresses that events are sent to, with what has become of them. */
export function Webhooks() {
  const read = useRead(COMPANY_WEBHOOKS.list);
  const { show, dialog } = useDialogs();
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={2} label="Загружаются вебхуки" />;
  const webhooks = read.data.data;
  const add = (
    <Button
      variant="primary"
      onClick={() => show((onClose) => <NewWebhook calls={COMPANY_WEBHOOKS} onClose={onClose} />)}
    >
      Подключить адрес
    </Button>
  );
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState title="Ваши программы узнают обо всём сразу" action={add}>
          Укажите адрес: портал будет присылать на него операции, остатки и документы, подписывая каждое
          сообщение.
        </EmptyState>
      ) : (
        <Panel title="Адреса" variant="flush" action={add}>
          <WebhookList calls={COMPANY_WEBHOOKS} webhooks={webhooks} label="Адреса" />
        </Panel>
      )}
      {dialog}
    </>
  );
}
