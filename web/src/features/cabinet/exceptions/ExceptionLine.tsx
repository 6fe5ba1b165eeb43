import type { ExceptionTurn } from '#contract/fleet/exception-duty.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import type { Exception, ExceptionState } from '#contract/fleet/exceptions.ts';
import { formatLitres, formatMoney } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { RequestFacts } from './RequestFacts.tsx';
import type { Answer } from './AnswerModal.tsx';
import styles from './Exceptions.module.css';

const TONE: Record<ExceptionState, StatusTone> = {
  proposed: 'neutral',
  asked: 'wait',
  approved: 'go',
  declined: 'stop',
  used: 'go',
  lapsed: 'neutral',
};

type Props = {
  exception: Exception;
  /** Null where there is nothing to answer, or the user may not. */
  onAnswer: ((answer: Answer) => void) | null;
  /** A message or a push has led here, to this one. */
  isMeant?: boolean;
};

/** One that was asked for: by whom and why, what refuses it, until when it is to be answered or what was. */
export function ExceptionLine({ exception, onAnswer, isMeant = false }: Props) {
  const { card_number: number, sum, litres, owner, verdict_reason: refusal } = exception;
  const isOpen = exception.state === 'asked' || exception.state === 'proposed';
  const wanted = [formatLitres(litres), sum !== null && `до ${formatMoney(sum)}`].filter(Boolean).join(' · ');
  return (
    <li
      className={styles.line}
      ref={isMeant ? show : undefined}
      tabIndex={isMeant ? -1 : undefined}
      aria-current={isMeant || undefined}
    >
      <ExceptionStatus exception={exception} />
      {isOpen && <RequestFacts exception={exception} />}
      <h3 className={styles.reason}>{exception.reason}</h3>
      <p>{exception.asks}</p>
      {isOpen && <p>На эту заправку: {exception.raises}</p>}
      {exception.state === 'asked' && <p className={styles.what}>Кто отвечает: {formatAwaited(exception)}</p>}
      <p className={styles.what}>
        {exception.asked_by ?? 'Портал'}, <DateText value={exception.asked_at} style="datetime" /> · {wanted}
      </p>
      {owner && (
        <p className={styles.what}>
          {exception.state === 'declined' ? 'Отказ' : 'Разрешение'}: {owner}
          {refusal && `, «${refusal}»`}
        </p>
      )}
      <TextLink to={paths.card(exception.card_id)} className={styles.card}>
        Карта {shortNumber(number)}
      </TextLink>
      {onAnswer && (
        <Row className={styles.actions}>
          <Button size="small" onClick={() => onAnswer('approve')}>
            Разрешить
          </Button>
          <Button size="small" variant="quiet" onClick={() => onAnswer('decline')}>
            Отказать
          </Button>
        </Row>
      )}
    </li>
  );
}

const TURN_LABELS: Record<ExceptionTurn, string> = {
  admins: 'администраторы',
  anybody: 'администраторы и менеджеры',
  first: 'дежурный',
  second: 'второй в очереди',
};

function formatAwaited({ turn, awaited }: Exception): string {
  return awaited === null ? TURN_LABELS[turn] : `${awaited} (${TURN_LABELS[turn]})`;
}

function show(line: HTMLLIElement | null) {
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}

function ExceptionStatus({
  exception: { state, title, escalated, due_at: due, until },
}: {
  exception: Exception;
}) {
  if (state === 'asked')
    return (
      <StatusLabel tone={escalated ? 'stop' : 'wait'}>
        {escalated ? 'Ответа нет, ждём до ' : 'Ответить до '}
        <DateText value={due} style="datetime" />
      </StatusLabel>
    );
  return (
    <StatusLabel tone={TONE[state]}>
      {title}
      {until && state === 'approved' && (
        <>
          {' до '}
          <DateText value={until} style="datetime" />
        </>
      )}
    </StatusLabel>
  );
}
