import type { z } from 'zod';
import type { mailingDelivery, SendingState } from '#contract/insights/mailings.ts';
import { counted } from '#contract/values/counted.ts';
import { formatDate } from '../../../lib/format.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import styles from './Mailings.module.css';

/** Shows the outcome of a delivery: when, of which days, how large, to how many. */
export function DeliveryStatus({ sending: one }: { sending: z.infer<typeof mailingDelivery> }) {
  const { state, from, to, at, bytes, addresses, problem, by_hand: byHand } = one;
  const days = from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
  return (
    <span className={styles.fate}>
      <StatusLabel tone={problem && state === 'sent' ? 'wait' : TONE[state]}>{STATE[state]}</StatusLabel>{' '}
      <span className="ink-2">
        <DateText value={at} style="datetime" />, за {days}
        {byHand && ', вручную'}
        {state === 'sent' && `, ${counted(addresses, ADDRESS_FORMS)}`}
        {bytes !== null && `, ${formatSize(bytes)}`}
      </span>
      {problem && <span className={styles.problem}>{problem}</span>}
    </span>
  );
}

const STATE: Record<SendingState, string> = {
  waiting: 'Отправляется',
  sent: 'Отправлен',
  failed: 'Не отправлен',
  skipped: 'Не отправлен',
};
const TONE: Record<SendingState, StatusTone> = {
  waiting: 'wait',
  sent: 'go',
  failed: 'stop',
  skipped: 'stop',
};
const ADDRESS_FORMS = ['адрес', 'адреса', 'адресов'] as const;

function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024
    ? `${kilobytes}\u00a0КБ`
    : `${(kilobytes / 1024).toFixed(1).replace('.', ',')}\u00a0МБ`;
}
