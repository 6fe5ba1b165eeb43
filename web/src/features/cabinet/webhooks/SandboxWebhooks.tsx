import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { SANDBOX_WEBHOOKS } from './webhook-calls.ts';
import { WebhookList } from './WebhookList.tsx';
import styles from './Webhooks.module.css';

/** «Вебхуки песочницы»: nothing as long as there is no sandbox. */
export function SandboxWebhooks() {
  const read = useRead(SANDBOX_WEBHOOKS.list);
  const { show, dialog } = useDialogs();
  const webhooks = read.data?.data?.webhooks;
  if (!webhooks) return null;
  return (
    <Panel
      title="Вебхуки песочницы"
      variant="flush"
      aria-label="Вебхуки песочницы"
      action={
        <Button onClick={() => show((onClose) => <NewWebhook calls={SANDBOX_WEBHOOKS} onClose={onClose} />)}>
          Подключить адрес
        </Button>
      }
    >
      {webhooks.length > 0 ? (
        <WebhookList calls={SANDBOX_WEBHOOKS} webhooks={webhooks} label="Адреса песочницы" />
      ) : (
        <p className={styles.none}>
          События песочницы можно присылать на адрес вашей программы: подписаны они так же, как настоящие.
        </p>
      )}
      {dialog}
    </Panel>
  );
}
