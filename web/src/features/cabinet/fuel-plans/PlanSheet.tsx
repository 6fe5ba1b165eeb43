import { IconPrinter } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { can } from '#contract/access.ts';
import { FUEL_PLAN_STATE_TITLE } from '#contract/fleet/fuel-plan-shapes.ts';
import {
  cancelFuelPlan,
  finishFuelPlan,
  listFuelPlans,
  readFuelPlan,
  sendFuelPlan,
  startFuelPlan,
} from '#contract/fleet/fuel-plans.ts';
import { formatTruck } from '#contract/values/plate.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatLitres } from '../../../lib/format.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './FuelPlans.module.css';
import { PlanFigures } from './PlanFigures.tsx';
import { STATE_TONE, type DrawTrip, type FuelPlan, type PlanDelivery } from './plan-labels.ts';

const READS = [readFuelPlan, listFuelPlans];

/** A saved plan: its stops, the actual fillings, and what comes next. */
export function PlanSheet({ planId, drawTrip }: { planId: number; drawTrip: DrawTrip }) {
  const read = useRead(readFuelPlan, { params: { id: planId } });
  const mayChange = can(useRole(), 'changeCard');
  const plan = read.data?.data;
  useTitleSubject(plan?.way ?? '', true);
  if (read.error?.code === 404)
    return (
      <EmptyState
        title="Такого плана нет"
        action={<TextLink to={paths.fuelPlans}>К планам заправок</TextLink>}
      >
        Возможно, ссылка старая.
      </EmptyState>
    );
  if (!plan && read.isError)
    return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!plan) return <TextSkeleton count={6} />;
  return (
    <Stack gap="3">
      <Panel
        title={`План № ${plan.id}`}
        action={<StatusLabel tone={STATE_TONE[plan.state]}>{FUEL_PLAN_STATE_TITLE[plan.state]}</StatusLabel>}
      >
        <Stack>
          <p className="ink-2">
            <TextLink to={paths.vehicle(plan.vehicle.id)}>{formatTruck(plan.vehicle)}</TextLink> · выезд{' '}
            <DateText value={plan.departs_at} style="datetime" /> · составил {plan.made_by}
          </p>
          {plan.reason && <Notice>{plan.reason}</Notice>}
          <PlanFigures
            plan={plan}
            fact={plan.fact}
            actions={<PlanActions plan={plan} mayChange={mayChange} />}
            map={drawTrip?.(plan) ?? null}
          />
        </Stack>
      </Panel>
      {plan.sent_at !== null && <Fact plan={plan} />}
    </Stack>
  );
}

function Fact({ plan: { fact, litres, sum } }: { plan: FuelPlan }) {
  return (
    <Panel title="План и факт">
      <Stack>
        <p>
          Залито {formatLitres(fact.litres)} из {formatLitres(litres)}, <Money value={fact.sum} /> из{' '}
          <Money value={sum} />
        </p>
        {fact.deviations.length === 0 ? (
          <p className="ink-2">Отклонений нет</p>
        ) : (
          <ul className={styles.notes} aria-label="Отклонения">
            {fact.deviations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </Stack>
    </Panel>
  );
}

function PlanActions({ plan, mayChange }: { plan: FuelPlan; mayChange: boolean }) {
  const { show, dialog } = useDialogs();
  const left = { failed: `План заправок № ${plan.id} не изменён` };
  const send = useEndpointAction(sendFuelPlan, { refresh: READS, left });
  const start = useEndpointAction(startFuelPlan, { refresh: READS, left });
  const finish = useEndpointAction(finishFuelPlan, { refresh: READS, left });
  const handed = useLocation().state as PlanDelivery | null;
  const delivery: PlanDelivery | null = send.data?.data ?? handed;
  const input = { params: { id: plan.id }, body: {} };
  const isOpen = plan.ended_at === null;
  const unsent = plan.state === 'draft' ? delivery?.failed : undefined;
  const failed = (send.error ?? start.error ?? finish.error)?.message ?? unsent;
  return (
    <Stack gap="1" className={styles.actions}>
      <Row gap="1">
        {mayChange && plan.state === 'draft' && (
          <Button variant="primary" size="small" pending={send.isPending} onClick={() => send.mutate(input)}>
            Отправить водителю
          </Button>
        )}
        {mayChange && plan.state === 'sent' && (
          <Button
            variant="primary"
            size="small"
            pending={start.isPending}
            onClick={() => start.mutate(input)}
          >
            Машина выехала
          </Button>
        )}
        {mayChange && plan.state === 'under-way' && (
          <Button
            variant="primary"
            size="small"
            pending={finish.isPending}
            onClick={() => finish.mutate(input)}
          >
            Завершить рейс
          </Button>
        )}
        {mayChange && isOpen && (
          <>
            <ButtonLink size="small" to={paths.reviseFuelPlan(plan)}>
              Пересчитать
            </ButtonLink>
            <Button
              size="small"
              onClick={() => show((onClose) => <CancelModal plan={plan} onClose={onClose} />)}
            >
              Отменить план
            </Button>
          </>
        )}
        <Button
          size="small"
          icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
          onClick={() => window.print()}
        >
          Печать
        </Button>
      </Row>
      {failed && <Notice tone="error">{failed}</Notice>}
      {delivery && delivery.told.length > 0 && (
        <Notice tone="go">СМС отправлено: {delivery.told.join(', ')}</Notice>
      )}
      {delivery?.untold.map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      {dialog}
    </Stack>
  );
}

function CancelModal({ plan, onClose }: { plan: FuelPlan; onClose: () => void }) {
  const form = useForm({ values: { reason: '' } });
  const { reason } = form.values;
  const cancel = useEndpointAction(cancelFuelPlan, {
    refresh: READS,
    left: { failed: `План заправок № ${plan.id} не отменён` },
  });
  return (
    <FormModal
      form={form}
      submitLabel="Отменить план"
      action={cancel}
      onSubmit={() => cancel.mutate({ params: { id: plan.id }, body: { reason } }, { onSuccess: onClose })}
      title="Отменить план?"
      onClose={onClose}
    >
      <p>План исчезнет со страницы водителя. В списке он останется.</p>
      <TextField label="Причина" optional maxLength={200} {...form.field('reason')} />
    </FormModal>
  );
}
