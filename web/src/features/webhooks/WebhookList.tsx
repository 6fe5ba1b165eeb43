import { useState } from 'react';
import { EVENT_TYPE } from '#contract/events.ts';
import type { WEBHOOK_OFF_REASONS } from '#contract/webhooks.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { Deliveries } from './Deliveries.tsx';
import { NewSecret } from './NewSecret.tsx';
import { RemoveWebhook } from './RemoveWebhook.tsx';
import type { Webhook, WebhookCalls } from './webhook-calls.ts';
import { ClampedText } from '../../ui/ClampedText.tsx';
import styles from './Webhooks.module.css';

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
