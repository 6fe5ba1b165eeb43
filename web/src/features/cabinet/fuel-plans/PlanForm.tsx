import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import {
  createFuelPlan,
  listFuelPlans,
  previewFuelPlan,
  readFuelPlan,
  readTruckFuel,
  sendFuelPlan,
} from '#contract/fleet/fuel-plans.ts';
import { FUEL_PLAN_RESERVE_PERCENT } from '#contract/fleet/fuel-plan-shapes.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { formatTruck } from '#contract/values/plate.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { MomentField } from '../../../forms/days/MomentField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { momentProblem, moscowMoment } from '../../../forms/days/type-moment.ts';
import { formatNumber, moscowMinute } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './FuelPlans.module.css';
import { PlanFigures } from './PlanFigures.tsx';
import { typedNumber, type DrawTrip, type PlanDelivery } from './plan-labels.ts';

type Point = { title: string; lat: number; lon: number };
type Props = {
  /** The fields of the road. */
  road: ReactNode;
  /** Null until every field has a place. */
  points: readonly Point[] | null;
  truckId: string;
  onTruck: (id: string) => void;
  replacesId: number | null;
  drawTrip: DrawTrip;
};

const EMPTY = { start: '', tank: '', norm: '', reserve: '', height: '', adblue: '' };
type FieldKey = keyof typeof EMPTY;

/** The form for a truck, a road and the fuel in the tank, with the resulting plan beside it. */
export function PlanForm({ road, points, truckId, onTruck, replacesId, drawTrip }: Props) {
  const navigate = useNavigate();
  const mayChange = can(useRole(), 'changeCard');
  const fleet = useRead(listVehicles);
  const inTank = useRead(readTruckFuel, { params: { id: Number(truckId) } }, { enabled: truckId !== '' });
  const [trucks, fuel] = [fleet.data?.data ?? [], inTank.data?.data];
  const form = useForm({ values: () => ({ ...EMPTY, departs: moscowMinute(serverNow()) }) });
  const { departs, ...texts } = form.values;
  const preview = useEndpointAction(previewFuelPlan);
  const create = useEndpointAction(createFuelPlan, {
    refresh: [listFuelPlans],
    left: { failed: 'План заправок не сохранён' },
  });
  const send = useEndpointAction(sendFuelPlan, {
    // The plan that this one takes the place of is cancelled.
    refresh: [readFuelPlan, listFuelPlans],
    left: { failed: 'План заправок сохранён черновиком, но не отправлен' },
  });
  const failed = create.error ?? send.error ?? preview.error;
  const fields: Record<string, readonly string[] | undefined> = failed?.fields ?? {};
  const own = [
    'start_litres',
    'tank_litres',
    'norm_litres_100km',
    'reserve_litres',
    'height_m',
    'adblue_percent',
  ];
  const elsewhere = failed && !Object.keys(fields).some((name) => own.includes(name));
  const body = toBody();
  // The plan must match the current input: another road or truck needs another plan.
  const requested = JSON.stringify(body);
  const [answered, setAnswered] = useState('');
  const plan = answered === requested ? preview.data?.data : undefined;

  function toBody() {
    return {
      vehicle_id: Number(truckId),
      points: (points ?? []).map((point) => ({ ...point })),
      start_litres: typedNumber(texts.start) ?? (fuel?.estimate.litres ?? '').toString(),
      departs_at: moscowMoment(departs),
      tank_litres: typedNumber(texts.tank),
      norm_litres_100km: typedNumber(texts.norm),
      reserve_litres: typedNumber(texts.reserve),
      height_m: typedNumber(texts.height),
      adblue_percent: typedNumber(texts.adblue),
    };
  }

  function forget() {
    preview.reset();
    create.reset();
    send.reset();
  }

  function calculate() {
    forget();
    preview.mutate({ body }, { onSuccess: () => setAnswered(requested) });
  }

  function save(andSend: boolean) {
    create.mutate(
      { body: { ...body, ...(replacesId !== null && { replaces_id: replacesId }) } },
      {
        onSuccess: ({ data: { id } }) => {
          const show = (delivery?: PlanDelivery) =>
            void navigate(paths.fuelPlan(id), { state: delivery ?? null });
          if (!andSend) return show();
          send.mutate(
            { params: { id }, body: {} },
            {
              onSuccess: ({ data: { told, untold } }) => show({ told, untold }),
              onError: ({ message }) => show({ told: [], untold: [], failed: message }),
            },
          );
        },
      },
    );
  }

  const field = (key: FieldKey, name: string, label: string, suffix: string, placeholder?: number | null) => (
    <TextField
      label={label}
      suffix={suffix}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      optional={key !== 'start'}
      placeholder={placeholder == null ? '' : formatNumber(placeholder, 2)}
      value={texts[key]}
      error={fields[name]?.[0] ?? null}
      onChange={(text) => {
        form.set({ [key]: text });
        forget();
      }}
    />
  );
  const season =
    fuel?.season === 'winter' ? 'Норма, зимняя' : fuel?.season === 'summer' ? 'Норма, летняя' : 'Норма';
  const lacking =
    truckId === '' ? 'Выберите машину' : points === null ? 'Укажите, откуда и куда' : momentProblem(departs);
  const busy = create.isPending || send.isPending;
  return (
    <div className={styles.halves}>
      <Panel>
        <Stack>
          <ReadFailed what="Машины не загрузились." reads={[fleet]} />
          <Select
            label="Машина"
            placeholder="Выберите машину"
            options={trucks.map((truck) => ({ value: String(truck.id), label: formatTruck(truck) }))}
            value={truckId}
            onChange={(id) => {
              form.set(EMPTY);
              forget();
              onTruck(id);
            }}
          />
          <ReadFailed what="Карты и бак машины не загрузились." reads={[inTank]} />
          {fuel && <CardLines cards={fuel.cards} />}
          {road}
          {field('start', 'start_litres', 'В баке на выезде', 'л', fuel?.estimate.litres)}
          {fuel && <p className="ink-2">{fuel.estimate.words}.</p>}
          <MomentField label="Выезд, МСК" {...form.field('departs')} />
          <Disclosure summary="Бак, норма и запас">
            <div className={styles.fields}>
              {field('tank', 'tank_litres', 'Бак', 'л', fuel?.tank_litres)}
              {field('norm', 'norm_litres_100km', season, 'л/100 км', fuel?.norm_litres_100km)}
              {field(
                'reserve',
                'reserve_litres',
                'Запас',
                'л',
                fuel?.tank_litres ? (fuel.tank_litres * FUEL_PLAN_RESERVE_PERCENT) / 100 : null,
              )}
              {field('height', 'height_m', 'Высота', 'м')}
              {field('adblue', 'adblue_percent', 'AdBlue от дизеля', '%')}
            </div>
          </Disclosure>
          {elsewhere && <Notice tone="error">{failed.message}</Notice>}
          <Row gap="2">
            <Button
              variant={plan ? 'secondary' : 'primary'}
              pending={preview.isPending}
              disabled={lacking !== null}
              disabledReason={lacking ?? ''}
              onClick={calculate}
            >
              {plan ? 'Рассчитать снова' : 'Рассчитать'}
            </Button>
          </Row>
        </Stack>
      </Panel>
      <Panel title="План" aria-live="polite">
        {plan ? (
          <PlanFigures
            plan={plan}
            map={drawTrip?.(plan) ?? null}
            actions={
              mayChange && (
                <Row gap="2">
                  <Button variant="primary" pending={busy} onClick={() => save(true)}>
                    Отправить водителю
                  </Button>
                  <Button disabled={busy} disabledReason="План сохраняется" onClick={() => save(false)}>
                    Сохранить черновик
                  </Button>
                </Row>
              )
            }
          />
        ) : (
          <EmptyState title="Здесь будет план">
            Где остановиться и сколько залить, чтобы дорога обошлась дешевле всего: по картам машины, их
            правилам и цене с вашей скидкой.
          </EmptyState>
        )}
      </Panel>
    </div>
  );
}

type TruckCards = NonNullable<ReturnType<typeof useRead<typeof readTruckFuel>>['data']>['data']['cards'];

function CardLines({ cards }: { cards: TruckCards }) {
  if (cards.length === 0)
    return <Notice tone="warn">На этой машине нет карт: прикрепите карту на её странице</Notice>;
  return (
    <ul className={styles.cards} aria-label="Карты машины">
      {cards.map((card) => (
        <li key={card.id}>
          {card.network} {shortNumber(card.card_number)}: {card.problem ?? card.rules}
        </li>
      ))}
    </ul>
  );
}
