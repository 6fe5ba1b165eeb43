import { IconChevronRight } from '@tabler/icons-react';
import type { z } from 'zod';
import { REQUEST_STATUS } from '#contract/ids.ts';
import type { cardRequest } from '#contract/orders/orders.ts';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { CARD_FORMS } from '../../../cards/describe-card.ts';
import styles from './RequestList.module.css';

export type CardRequest = z.infer<typeof cardRequest>;

/** Whether the programme or a network is still working on the request. */
export function isUnderway(request: CardRequest): boolean {
  return request.status.id === REQUEST_STATUS.created || request.status.id === REQUEST_STATUS.approved;
}

export function isRejected({ status }: Pick<CardRequest, 'status'>): boolean {
  return status.id === REQUEST_STATUS.rejected;
}

/** Card requests with their status, each linking to its page. */
export function RequestList({ requests }: { requests: readonly CardRequest[] }) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <li key={request.id}>
          <AppLink to={paths.cardRequest(request.id)} className={styles.request}>
            <span className={styles.words}>
              <span className={styles.title}>
                Заявка № {request.id} от <DateText value={request.created_at} />
              </span>
              <span className={styles.items}>{formatItems(request)}</span>
            </span>
            <StatusLabel tone={requestTone(request)}>{request.status.title}</StatusLabel>
            <IconChevronRight aria-hidden="true" stroke={1.75} className={styles.arrow} />
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

export function requestTone({ status }: CardRequest): StatusTone {
  if (status.id === REQUEST_STATUS.issued) return 'go';
  return isRejected({ status }) ? 'stop' : 'wait';
}

function formatItems({ items }: CardRequest): string {
  return items.map((item) => `${item.partner_title}: ${counted(item.cards_cnt, CARD_FORMS)}`).join(', ');
}
