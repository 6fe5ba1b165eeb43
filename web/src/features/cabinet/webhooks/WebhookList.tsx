import { useState } from 'react';
import { EVENT_TYPE } from '#contract/companies/events.ts';
import { type WEBHOOK_OFF_REASONS, PREVIOUS_SECRET_HOURS } from '#contract/companies/webhooks.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { Deliveries } from './Deliveries.tsx';
import type { Webhook, WebhookCalls } from './webhook-calls.ts';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './Webhooks.module.css';
import { ConfirmModal, Modal } from '../../../ui/layers/Modal.tsx';
import { ShownOnce } from '../../../forms/ShownOnce.tsx';

type Asked = { what: 'deliveries' | 'secret' | 'remove'; of: Webhook };

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
  const [asked, setAsked] = useState<Asked | null>(null);
  const shown = asked && { calls, webhook: asked.of, onClose: () => setAsked(null) };
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {webhooks.map((webhook) => (
          <Line
            key={webhook.id}
            calls={calls}
            webhook={webhook}
            onAsk={(what) => setAsked({ what, of: webhook })}
          />
        ))}
      </ul>
      {shown && asked.what === 'deliveries' && <Deliveries {...shown} />}
      {shown && asked.what === 'secret' && <NewSecret {...shown} />}
      {shown && asked.what === 'remove' && <RemoveWebhook {...shown} />}
    </>
  );
}

type LineProps = {
  calls: WebhookCalls;
  webhook: Webhook;
  onAsk: (what: 'deliveries' | 'secret' | 'remove') => void;
};

function Line({
  webhook: { id, url, types, off, waiting, former_secret_until: previousUntil },
  calls,
  onAsk,
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
            {OFF[off.reason]}, <DateText value={off.at} style="datetime" />
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
      <div className={styles.deeds}>
        {off && (
          <Button size="small" pending={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
            Включить
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-label={`Отправки: ${url}`}
          onClick={() => onAsk('deliveries')}
        >
          Отправки
        </Button>
        <ActionMenu
          label={`Действия: ${url}`}
          actions={[
            { key: 'secret', label: 'Сменить секрет', onSelect: () => onAsk('secret') },
            { key: 'remove', label: 'Удалить', onSelect: () => onAsk('remove') },
          ]}
        />
      </div>
    </li>
  );
}

const OFF: Record<(typeof WEBHOOK_OFF_REASONS)[number], string> = {
  gone: 'Отключён: адрес ответил, что его больше нет',
  failing: 'Отключён: три дня не отвечал',
};

function RemoveWebhook({
  calls,
  webhook: { id, url, waiting },
  onClose,
}: {
  calls: WebhookCalls;
  webhook: Webhook;
  onClose: () => void;
}) {
  const action = useEndpointAction(calls.remove, {
    refresh: [calls.list],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Вебхук не удалён: ${url}` },
  });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Удалить вебхук?"
      confirmLabel="Удалить"
      danger
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id } }, { onSuccess: onClose })}
    >
      <p>
        На адрес {url} больше ничего не придёт
        {waiting > 0 ? `, ждущие отправки события (${waiting}) тоже` : ''}. Список отправок исчезнет.
      </p>
    </ConfirmModal>
  );
}

interface Props {
  calls: WebhookCalls;
  webhook: Webhook;
  onClose: () => void;
}

/** Exchanges the secret, after a question; then shows the new one, once. */
function NewSecret({ calls, webhook: { id, url }, onClose }: Props) {
  const action = useEndpointAction(calls.rotate, {
    refresh: [calls.list],
    left: { failed: `Секрет не сменён: ${url}` },
  });
  const secret = action.data?.data.secret;
  if (secret)
    return (
      <Modal opened onClose={onClose} title="Новый секрет">
        <ShownOnce label="Секрет вебхука" secret={secret} onDone={onClose} />
      </Modal>
    );
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Сменить секрет?"
      confirmLabel="Сменить"
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id } })}
    >
      <p>
        Сутки ({PREVIOUS_SECRET_HOURS} часа) сообщения подписаны обоими секретами: за это время поставьте
        новый в своей программе.
      </p>
    </ConfirmModal>
  );
}
