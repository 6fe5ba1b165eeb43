import { useState } from 'react';
import {
  approveException,
  declineException,
  EXCEPTION_LASTS_MINUTES,
  listExceptions,
} from '#contract/exceptions.ts';
import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import { readCardRules } from '#contract/rules.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MomentField } from '../../forms/MomentField.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { momentProblem, moscowMoment } from '../../forms/type-moment.ts';
import { moscowMinute } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import type { Exception } from './ExceptionLine.tsx';

export type Answer = 'approve' | 'decline';
type Props = { exception: Exception; onClose: () => void };

const REFRESH = [listExceptions, readCardRules];
const MINUTE_MS = 60_000;

/** Lets the purchase pass for a while, or explains why not. */
export function AnswerModal({ answer, ...props }: Props & { answer: Answer }) {
  return answer === 'approve' ? <Approve {...props} /> : <Decline {...props} />;
}

function Approve({ exception: { id, asks, reason }, onClose }: Props) {
  const [until, setUntil] = useState(() =>
    moscowMinute(new Date(serverNow().getTime() + EXCEPTION_LASTS_MINUTES * MINUTE_MS)),
  );
  const [sum, setSum] = useState<{ text: string; kopecks: Kopecks | null }>({ text: '', kopecks: null });
  const action = useEndpointAction(approveException, {
    refresh: REFRESH,
    left: { failed: `Не разрешено: ${reason}` },
  });
  const { fields } = action.error ?? {};
  const body = {
    until: moscowMoment(until),
    ...(sum.kopecks !== null && { sum: toRubles(sum.kopecks) }),
  };
  return (
    <Modal opened onClose={onClose} title="Разрешить заправку" busy={action.isPending}>
      <FormShell
        submitLabel="Разрешить"
        loading={action.isPending}
        error={action.error}
        ownFields={['until', 'sum']}
        disabledReason={momentProblem(until)}
        onSubmit={() => action.mutate({ params: { id }, body }, { onSuccess: onClose })}
      >
        <p>
          {reason}. <span className="ink-2">{asks}</span>
        </p>
        <MomentField
          label="До какого времени, МСК"
          help="Не больше трёх суток. Потом правила снова действуют сами."
          value={until}
          error={fields?.until?.[0] ?? null}
          onChange={(text) => {
            setUntil(text);
            action.reset();
          }}
        />
        <MoneyField
          label="На какую сумму"
          optional
          help="Если не указать, хватит на то, о чём просят."
          value={sum.text}
          error={fields?.sum?.[0] ?? null}
          onChange={(text, kopecks) => {
            setSum({ text, kopecks });
            action.reset();
          }}
        />
      </FormShell>
    </Modal>
  );
}

function Decline({ exception: { id, reason: asked }, onClose }: Props) {
  const [reason, setReason] = useState('');
  const action = useEndpointAction(declineException, {
    refresh: REFRESH,
    left: { failed: `Отказ не записан: ${asked}` },
  });
  return (
    <Modal opened onClose={onClose} title="Отказать" busy={action.isPending}>
      <FormShell
        submitLabel="Отказать"
        loading={action.isPending}
        error={action.error}
        ownFields={['reason']}
        disabledReason={reason.trim() === '' ? 'Напишите причину: её прочтёт водитель' : null}
        onSubmit={() => action.mutate({ params: { id }, body: { reason } }, { onSuccess: onClose })}
      >
        <p>{asked}</p>
        <TextArea
          label="Почему нет"
          value={reason}
          maxLength={300}
          autoFocus
          error={action.error?.fields.reason?.[0] ?? null}
          onChange={(text) => {
            setReason(text);
            action.reset();
          }}
        />
      </FormShell>
    </Modal>
  );
}
