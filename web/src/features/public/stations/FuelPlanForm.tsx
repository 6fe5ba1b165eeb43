import type { FormEvent } from 'react';
import { PARTNER_IDS, type PartnerId } from '#contract/ids.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { planFuel } from '#contract/programme/stations.ts';
import type { CallFailed } from '../../../server/client.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FuelPlan } from './describe-plan.ts';
import type { OwnCards } from './own-cards.ts';
import styles from './FuelPlanForm.module.css';
import { TRUCK_FIELDS, type Truck, type TruckField } from './truck.ts';

type Props = {
  points: string;
  truck: Truck;
  onTruck: (truck: Truck) => void;
  /** The user's own cards; null for a visitor, who may choose any network. */
  ownCards: OwnCards | null;
  onPlan: (plan: FuelPlan | null) => void;
};

/** Asks about the truck and finds the cheapest way to fuel it on the route. */
export function FuelPlanForm({ points, truck, onTruck, ownCards, onPlan }: Props) {
  const { texts, withLimits } = truck;
  const partners = useRead(listPartners);
  const offered = partners.data?.data.map(({ id }) => id) ?? PARTNER_IDS;
  const plan = useEndpointAction(planFuel);
  const networks = truck.networks ?? (ownCards && ownCards.networks.length > 0 ? ownCards.networks : offered);
  const limits = (ownCards?.limits ?? []).filter((limit) => networks.includes(limit.partner_id));
  const fields = (plan.error as CallFailed | null)?.fields ?? {};

  /** The plan that is shown or loading no longer answers what is asked. */
  function change(part: Partial<Truck>) {
    onTruck({ ...truck, ...part });
    plan.reset();
    onPlan(null);
  }

  function toggle(id: PartnerId, on: boolean) {
    change({ networks: offered.filter((value) => (value === id ? on : networks.includes(value))) });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const numbers = Object.fromEntries(
      TRUCK_FIELDS.map(({ name }) => [name, Number(texts[name].replace(',', '.').replace(/\s/g, '') || 'x')]),
    ) as Record<TruckField, number>;
    plan.mutate(
      {
        body: {
          points,
          ...numbers,
          partners: [...networks],
          limits: withLimits ? limits.map(({ partner_id, unit, left }) => ({ partner_id, unit, left })) : [],
        },
      },
      { onSuccess: ({ data }) => onPlan(data) },
    );
  }

  const known = new Set<string>(TRUCK_FIELDS.map(({ name }) => name));
  const elsewhere = plan.error && !Object.keys(fields).some((name) => known.has(name));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {TRUCK_FIELDS.map(({ name, label, unit }) => (
          <TextField
            key={name}
            label={label}
            suffix={unit}
            inputMode="decimal"
            autoComplete="off"
            value={texts[name]}
            error={fields[name]?.[0] ?? null}
            onChange={(text) => change({ texts: { ...texts, [name]: text } })}
          />
        ))}
      </div>
      <fieldset className={styles.networks}>
        <legend>{ownCards ? 'Сети ваших карт' : 'Сети'}</legend>
        {(partners.data?.data ?? []).map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={networks.includes(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
      </fieldset>
      {limits.length > 0 && (
        <div className={styles.limits}>
          <Checkbox
            label="Не выходить за остатки лимитов"
            checked={withLimits}
            onChange={(on) => change({ withLimits: on })}
          />
          <ul>
            {limits.map(({ partner_id, text }) => (
              <li key={partner_id}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {elsewhere && <Notice tone="error">{plan.error?.message}</Notice>}
      <Button
        type="submit"
        variant="primary"
        wide
        pending={plan.isPending}
        disabled={networks.length === 0}
        disabledReason="Выберите хотя бы одну сеть"
      >
        Рассчитать заправки
      </Button>
    </form>
  );
}
