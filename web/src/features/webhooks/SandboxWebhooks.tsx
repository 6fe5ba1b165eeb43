import { useState } from 'react';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { SANDBOX_WEBHOOKS } from './webhook-calls.ts';
import { WebhookList } from './WebhookList.tsx';
import styles from './Webhooks.module.css';

/** «Вебхуки песочницы»: nothing as long as there is no sandbox. */
export function SandboxWebhooks() {
  const read = useRead(SANDBOX_WEBHOOKS.list);
  const [isAdding, setAdding] = useState(false);
  const webhooks = read.data?.data?.webhooks;
  if (!webhooks) return null;
  return (
    <Panel
      title="Вебхуки песочницы"
      variant="flush"
      aria-label="Вебхуки песочницы"
      action={<Button onClick={() => setAdding(true)}>Подключить адрес</Button>}
    >
      {webhooks.length > 0 ? (
        <WebhookList calls={SANDBOX_WEBHOOKS} webhooks={webhooks} label="Адреса песочницы" />
      ) : (
        <p className={styles.none}>
          События песочницы можно присылать на адрес вашей программы: подписаны они так же, как настоящие.
        </p>
      )}
      {isAdding && <NewWebhook calls={SANDBOX_WEBHOOKS} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
