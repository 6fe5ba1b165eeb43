import { useState } from 'react';
import type { z } from 'zod';
import { EVENT_TYPE } from '#contract/companies/events.ts';
import type { delivery, DeliveryState } from '#contract/companies/webhooks.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import type { Webhook, WebhookCalls } from './webhook-calls.ts';
import styles from './Webhooks.module.css';

interface Props {
  calls: WebhookCalls;
  webhook: Webhook;
  onClose: () => void;
}

/** Lists the deliveries to an address in the last 30 days, each with its outcome. Each can be sent again by hand. */
export function Deliveries({ calls, webhook: { id, url }, onClose }: Props) {
  const [page, setPage] = useState(1);
  const read = useRead(calls.deliveries, { params: { id }, query: { page } });
  return (
    <Modal opened onClose={onClose} title={`Отправки на ${url}`} size="wide">
      {read.data ? (
        <>
          {read.data.data.length === 0 && <p className="ink-2">Ещё ничего не отправляли.</p>}
          <ul className={styles.list}>
            {read.data.data.map((item) => (
              <Line key={item.id} sent={item} calls={calls} />
            ))}
          </ul>
          <Pagination page={page} totalPages={read.data.meta.pagination.total_pages} onChange={setPage} />
        </>
      ) : read.error ? (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      ) : (
        <ListSkeleton count={4} label="Загружаются отправки" />
      )}
    </Modal>
  );
}

type Delivery = z.infer<typeof delivery>;

function Line({ sent, calls }: { sent: Delivery; calls: WebhookCalls }) {
  const { id, type, state, attempts, created_at, next_at, status, error, body } = sent;
  const again = useEndpointAction(calls.replay, { refresh: [calls.deliveries] });
  const answer = error ?? (status === null ? null : `ответ ${status}`);
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <StatusLabel tone={TONE[state]}>{STATE[state]}</StatusLabel>
        <span>
          {EVENT_TYPE[type].word} · <DateText value={created_at} style="datetime" />
        </span>
        <span className="ink-2">
          попыток {attempts}
          {answer && ` · ${answer}`}
          {next_at && attempts > 0 && (
            <>
              {' '}
              · следующая <DateText value={next_at} style="datetime" />
            </>
          )}
        </span>
        <Disclosure summary="Что отправлено">
          <pre className={styles.secret}>{body}</pre>
        </Disclosure>
        {again.error && <Notice tone="error">{again.error.message}</Notice>}
      </div>
      <Button
        size="small"
        variant="quiet"
        pending={again.isPending}
        onClick={() => again.mutate({ params: { id } })}
      >
        Отправить снова
      </Button>
    </li>
  );
}

const STATE: Record<DeliveryState, string> = {
  waiting: 'Ждёт отправки',
  delivered: 'Доставлено',
  failed: 'Не доставлено',
};
const TONE: Record<DeliveryState, StatusTone> = { waiting: 'wait', delivered: 'go', failed: 'stop' };
