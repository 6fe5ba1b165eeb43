import { useEffect } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  cancelPumpSession,
  createPumpSession,
  listPumpSessions,
  PUMP_SESSION_TITLE,
  type PumpSessionState,
} from '#contract/fuel/pump-sessions.ts';
import { counted } from '#contract/values/counted.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Countdown } from '../../../ui/text/Countdown.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './PumpCodePanel.module.css';

type Session = EndpointData<typeof listPumpSessions>[number];

const LITRES = ['литр', 'литра', 'литров'] as const;
/** «до 40 литров». */
const UP_TO_LITRES = ['литра', 'литров', 'литров'] as const;
const TONE: Record<PumpSessionState, StatusTone> = {
  offered: 'wait',
  authorised: 'wait',
  fuelling: 'wait',
  settled: 'go',
  cancelled: 'neutral',
  expired: 'neutral',
  failed: 'stop',
};

/** A code for one filling: large enough to be read aloud, with its time and what happens at the pump. */
export function PumpCodePanel({ card }: { card: Card }) {
  const read = useRead(listPumpSessions, { query: { card_id: card.id } });
  const { show, open, dialog } = useDialogs();
  if (!read.data?.meta?.accepted) return null;
  const [newest] = read.data.data;
  const isOpen = newest !== undefined && newest.ended_at === null && newest.state !== 'expired';
  return (
    <Panel
      title="Код для заправки"
      aria-label="Код для заправки"
      action={
        isOpen ? (
          newest.state === 'offered' && (
            <Button size="small" onClick={() => open(CancelCodeDialog, newest)}>
              Отменить код
            </Button>
          )
        ) : (
          <Button size="small" onClick={() => show((onClose) => <AskCode card={card} onClose={onClose} />)}>
            Получить код
          </Button>
        )
      }
    >
      {isOpen ? <OpenSession key={newest.id} session={newest} /> : <LastSession session={newest} />}
      {dialog}
    </Panel>
  );
}

function OpenSession({ session }: { session: Session }) {
  const { code, state, most_litres: most, filled_litres: filled, station, reason } = session;
  return (
    <Stack gap="2">
      {code && (
        <p className={styles.code} aria-label={`Код ${[...code].join(' ')}`}>
          {code.slice(0, 4)} {code.slice(4)}
        </p>
      )}
      <Row>
        <StatusLabel tone={TONE[state]}>{PUMP_SESSION_TITLE[state]}</StatusLabel>
        {state === 'fuelling' && (
          <span>
            налито {formatLitres(filled)} из {formatLitres(most)} л
          </span>
        )}
        {state !== 'fuelling' && <span>до {counted(most, UP_TO_LITRES)}</span>}
        <TimeLeft until={session.expires_at} />
      </Row>
      {station !== null && <p className="type-small ink-2">Только на этой АЗС: {station}</p>}
      {state === 'offered' && reason !== null && <Notice tone="warn">АЗС не отпустила: {reason}</Notice>}
      {state === 'offered' && (
        <p className="type-small ink-2">
          Назовите или покажите код на АЗС. Он подойдёт один раз, деньги отложатся, когда АЗС его примет.
        </p>
      )}
    </Stack>
  );
}

/** `80,5`. */
function formatLitres(litres: number): string {
  return litres.toLocaleString('ru');
}

function TimeLeft({ until }: { until: string }) {
  const { secondsLeft, start } = useCountdown();
  useEffect(() => start((Date.parse(until) - serverNow().getTime()) / 1000), [until, start]);
  return <Countdown secondsLeft={Math.max(0, secondsLeft)} />;
}

function LastSession({ session }: { session: Session | undefined }) {
  if (!session)
    return (
      <p className="ink-2">
        По коду можно заправиться без пластиковой карты: водитель называет его на АЗС. Код действует 15 минут.
      </p>
    );
  const { state, ended_at: endedAt, expires_at: expiresAt, filled_litres: filled, reason } = session;
  return (
    <Row>
      <StatusLabel tone={TONE[state]}>{PUMP_SESSION_TITLE[state]}</StatusLabel>
      {state === 'settled' && <span>{counted(filled, LITRES)}</span>}
      {state === 'failed' && reason !== null && <span>{reason}</span>}
      <DateText value={endedAt ?? expiresAt} style="datetime" />
    </Row>
  );
}

function AskCode({ card, onClose }: { card: Card; onClose: () => void }) {
  const form = useForm({
    values: { goods: String(card.goods[0]?.cg_id ?? ''), litres: '' },
    wire: { goods: 'goods_id' },
  });
  const action = useEndpointAction(createPumpSession, {
    refresh: [listPumpSessions],
    left: { failed: 'Код для заправки не выдан' },
  });
  return (
    <FormModal
      form={form}
      title="Код для заправки"
      submitLabel="Получить код"
      action={action}
      onChange={action.reset}
      onClose={onClose}
      onSubmit={({ goods, litres }) =>
        action.mutate(
          {
            params: { id: card.id },
            body: {
              how: 'code',
              ...(goods !== '' && { goods_id: Number(goods) }),
              ...(litres.trim() !== '' && { litres }),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <Select
        label="Топливо"
        options={card.goods.map((goods) => ({ value: String(goods.cg_id), label: goods.title }))}
        {...form.field('goods')}
      />
      <TextField
        label="Литры"
        help="Можно не указывать: тогда код на всё, что разрешают деньги и правила"
        inputMode="decimal"
        suffix="л"
        {...form.field('litres')}
        maxLength={10}
        autoFocus
      />
    </FormModal>
  );
}

const CancelCodeDialog = defineConfirmDialog({
  title: 'Отменить код?',
  confirmLabel: 'Отменить код',
  text: () => <p>АЗС больше не примет этот код. Новый можно получить сразу.</p>,
  call: cancelPumpSession,
  input: ({ id }: Session) => ({ params: { id }, body: {} }),
  refresh: [listPumpSessions],
  failed: 'Код для заправки не отменён',
});
