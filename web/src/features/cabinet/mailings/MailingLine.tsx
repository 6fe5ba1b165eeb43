import { can } from '#contract/access.ts';
import {
  listMailings,
  listSendings,
  MAILED_REPORT_TITLE,
  pauseMailing,
  resumeMailing,
  sendMailing,
} from '#contract/insights/mailings.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRole } from '../../../server/session.ts';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { formatSchedule, type Mailing } from './mailing-choices.ts';
import { DeliveryStatus } from './DeliveryStatus.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './Mailings.module.css';

export type MailingAction = 'change' | 'sendings' | 'remove';

type Props = { mailing: Mailing; onAsk: (what: MailingAction) => void };

/** Shows one mailing: its contents, schedule and recipients, its next time and its last status. */
export function MailingLine({ mailing, onAsk }: Props) {
  const { id, title, report, format, state, addresses, author, own, next_at, last } = mailing;
  const mayChange = can(useRole(), 'assignRoles') || own;
  const refresh = [listMailings, listSendings];
  const pause = useEndpointAction(pauseMailing, {
    refresh,
    left: { failed: `Рассылка не остановлена: ${title}` },
  });
  const resume = useEndpointAction(resumeMailing, {
    refresh,
    left: { failed: `Рассылка не возобновлена: ${title}` },
  });
  const send = useEndpointAction(sendMailing, { refresh, left: { failed: `Отчёт не отправлен: ${title}` } });
  const failed = pause.error ?? resume.error ?? send.error;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <ClampedText className={styles.title}>{title}</ClampedText>
        <span className="ink-2">
          {MAILED_REPORT_TITLE[report]}, {format.toUpperCase()}, {formatSchedule(mailing)}
          {!own && `, автор: ${author}`}
        </span>
        <ul className={styles.addresses} aria-label={`Адреса: ${title}`}>
          {addresses.map((address) => (
            <li key={address.email}>
              {address.email}
              {address.state !== 'confirmed' && <span className="ink-2"> — {ADDRESS[address.state]}</span>}
            </li>
          ))}
        </ul>
        {state === 'on' && next_at ? (
          <span className="ink-2">
            Придёт <DateText value={next_at} style="datetime" />
          </span>
        ) : (
          <StatusLabel tone={state === 'stopped' ? 'stop' : 'wait'}>
            {state === 'stopped' ? 'Остановлена: у автора больше нет доступа' : 'Приостановлена'}
          </StatusLabel>
        )}
        {last && <DeliveryStatus sending={last} />}
        {failed && <Notice tone="error">{failed.message}</Notice>}
      </div>
      <div className={styles.actions}>
        {mayChange && state !== 'on' && (
          <Button size="small" pending={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
            Возобновить
          </Button>
        )}
        {mayChange && state === 'on' && (
          <Button
            size="small"
            pending={send.isPending}
            disabled={last?.state === 'waiting'}
            disabledReason="Отчёт уже отправляется"
            aria-label={`Отправить сейчас: ${title}`}
            onClick={() => send.mutate({ params: { id } })}
          >
            Отправить сейчас
          </Button>
        )}
        <ActionMenu
          label={`Действия: ${title}`}
          actions={[
            { key: 'sendings', label: 'Что отправлено', onSelect: () => onAsk('sendings') },
            ...(mayChange
              ? [
                  { key: 'change', label: 'Изменить', onSelect: () => onAsk('change') },
                  ...(state === 'on'
                    ? [
                        {
                          key: 'pause',
                          label: 'Приостановить',
                          onSelect: () => pause.mutate({ params: { id } }),
                        },
                      ]
                    : []),
                  { key: 'remove', label: 'Удалить', danger: true, onSelect: () => onAsk('remove') },
                ]
              : []),
          ]}
        />
      </div>
    </li>
  );
}

const ADDRESS = { waiting: 'ждём подтверждения', left: 'отписался' } as const;
