import { EVENT_TYPE } from '#contract/companies/events.ts';
import { type WEBHOOK_OFF_REASONS, PREVIOUS_SECRET_HOURS } from '#contract/companies/webhooks.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { Deliveries } from './Deliveries.tsx';
import type { Webhook, WebhookCalls } from './webhook-calls.ts';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './Webhooks.module.css';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { ShownOnce } from '../../../forms/ShownOnce.tsx';

/** Addresses with what has become of each, and what can be done about it. */
export function WebhookList({
  calls,
  webhooks,
  label,
}: {
  calls: WebhookCalls;
  webhooks: readonly Webhook[];
  label: string;
}) {
  const { open, show, dialog } = useDialogs();
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {webhooks.map((webhook) => (
          <Line
            key={webhook.id}
            calls={calls}
            webhook={webhook}
            onDeliveries={() =>
              show((onClose) => <Deliveries calls={calls} webhook={webhook} onClose={onClose} />)
            }
            onSecret={() => open(NewSecretDialog, { calls, webhook })}
            onRemove={() => open(RemoveDialog, { calls, webhook })}
          />
        ))}
      </ul>
      {dialog}
    </>
  );
}

type LineProps = {
  calls: WebhookCalls;
  webhook: Webhook;
  onDeliveries: () => void;
  onSecret: () => void;
  onRemove: () => void;
};

function Line({
  webhook: { id, url, types, off, waiting, former_secret_until: previousUntil },
  calls,
  onDeliveries,
  onSecret,
  onRemove,
}: LineProps) {
  const resume = useEndpointAction(calls.resume, {
    refresh: [calls.list],
    left: { failed: `Вебхук не включён: ${url}` },
  });
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <ClampedText className={styles.url}>{url}</ClampedText>
        <span className="ink-2">{types.map((type) => EVENT_TYPE[type].word).join(' · ')}</span>
        {off ? (
          <StatusLabel tone="stop">
            {OFF_LABELS[off.reason]}, <DateText value={off.at} style="datetime" />
          </StatusLabel>
        ) : (
          <StatusLabel tone={waiting > 0 ? 'wait' : 'go'}>
            {waiting > 0 ? `Ждут отправки: ${waiting}` : 'Работает'}
          </StatusLabel>
        )}
        {previousUntil && (
          <span className="ink-2">
            Прежний секрет действует до <DateText value={previousUntil} style="datetime" />
          </span>
        )}
        {resume.error && <Notice tone="error">{resume.error.message}</Notice>}
      </div>
      <div className={styles.actions}>
        {off && (
          <Button size="small" pending={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
            Включить
          </Button>
        )}
        <Button size="small" variant="quiet" aria-label={`Отправки: ${url}`} onClick={onDeliveries}>
          Отправки
        </Button>
        <ActionMenu
          label={`Действия: ${url}`}
          actions={[
            { key: 'secret', label: 'Сменить секрет', onSelect: onSecret },
            { key: 'remove', label: 'Удалить', onSelect: onRemove },
          ]}
        />
      </div>
    </li>
  );
}

const OFF_LABELS: Record<(typeof WEBHOOK_OFF_REASONS)[number], string> = {
  gone: 'Отключён: адрес ответил, что его больше нет',
  failing: 'Отключён: три дня не отвечал',
};

const RemoveDialog = defineConfirmDialog({
  title: 'Удалить вебхук?',
  confirmLabel: 'Удалить',
  text: ({ webhook: { url, waiting } }: CalledWebhook) => (
    <p>
      На адрес {url} больше ничего не придёт
      {waiting > 0 ? `, ждущие отправки события (${waiting}) тоже` : ''}. Список отправок исчезнет.
    </p>
  ),
  call: ({ calls }) => calls.remove,
  input: ({ webhook }) => ({ params: { id: webhook.id } }),
  refresh: ({ calls }) => [calls.list],
  refreshAfter: ({ code }) => code === 404,
  failed: ({ webhook }) => `Вебхук не удалён: ${webhook.url}`,
});

/** Exchanges the secret, after a question; then shows the new one, once. */
const NewSecretDialog = defineConfirmDialog({
  title: 'Сменить секрет?',
  confirmLabel: 'Сменить',
  danger: false,
  text: () => (
    <p>
      Сутки ({PREVIOUS_SECRET_HOURS} часа) сообщения подписаны обоими секретами: за это время поставьте новый
      в своей программе.
    </p>
  ),
  call: ({ calls }: CalledWebhook) => calls.rotate,
  input: ({ webhook }) => ({ params: { id: webhook.id } }),
  refresh: ({ calls }) => [calls.list],
  failed: ({ webhook }) => `Секрет не сменён: ${webhook.url}`,
  result: ({ data }, onClose) => (
    <Modal opened onClose={onClose} title="Новый секрет">
      <ShownOnce label="Секрет вебхука" secret={data.secret} onDone={onClose} />
    </Modal>
  ),
});

type CalledWebhook = { calls: WebhookCalls; webhook: Webhook };
