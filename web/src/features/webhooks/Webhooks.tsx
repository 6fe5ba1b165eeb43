import { useState } from 'react';
import type { z } from 'zod';
import { EVENT_TYPE } from '#contract/events.ts';
import { listWebhooks, resumeWebhook, type webhook, type WEBHOOK_OFF_REASONS } from '#contract/webhooks.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { useRead } from '../../state/use-call.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { Deliveries } from './Deliveries.tsx';
import { NewSecret } from './NewSecret.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { RemoveWebhook } from './RemoveWebhook.tsx';
import styles from './Webhooks.module.css';

export type Webhook = z.infer<typeof webhook>;

type Asked = { what: 'deliveries' | 'secret' | 'remove'; of: Webhook } | { what: 'new' } | null;

/** The addresses that events are sent to, with what has become of them. */
export function Webhooks() {
  const read = useRead(listWebhooks);
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={2} label="Загружаются вебхуки" />;
  const webhooks = read.data.data;
  const add = (
    <Button variant="primary" onClick={() => setAsked({ what: 'new' })}>
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
          <ul className={styles.list}>
            {webhooks.map((one) => (
              <Line key={one.id} webhook={one} onAsk={(what) => setAsked({ what, of: one })} />
            ))}
          </ul>
        </Panel>
      )}
      {asked?.what === 'new' && <NewWebhook onClose={close} />}
      {asked?.what === 'deliveries' && <Deliveries webhook={asked.of} onClose={close} />}
      {asked?.what === 'secret' && <NewSecret webhook={asked.of} onClose={close} />}
      {asked?.what === 'remove' && <RemoveWebhook webhook={asked.of} onClose={close} />}
    </>
  );
}

type LineProps = { webhook: Webhook; onAsk: (what: 'deliveries' | 'secret' | 'remove') => void };

function Line({ webhook: { id, url, types, off, waiting, former_secret_until: former }, onAsk }: LineProps) {
  const resume = useDeed(resumeWebhook, {
    refresh: [listWebhooks],
    left: { failed: `Вебхук не включён: ${url}` },
  });
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <span className={styles.url}>{url}</span>
        <span className="ink-2">{types.map((type) => EVENT_TYPE[type].word).join(' · ')}</span>
        {off ? (
          <StatusWord tone="stop">
            {OFF[off.reason]}, <DateText value={off.at} style="datetime" />
          </StatusWord>
        ) : (
          <StatusWord tone={waiting > 0 ? 'wait' : 'go'}>
            {waiting > 0 ? `Ждут отправки: ${waiting}` : 'Работает'}
          </StatusWord>
        )}
        {former && (
          <span className="ink-2">
            Прежний секрет действует до <DateText value={former} style="datetime" />
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
