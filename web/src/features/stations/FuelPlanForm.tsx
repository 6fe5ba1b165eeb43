import { useState, type FormEvent } from 'react';
import { PARTNER_IDS, type PartnerId } from '#contract/ids.ts';
import { listPartners } from '#contract/orders.ts';
import { planFuel } from '#contract/stations.ts';
import type { CallFailed } from '../../api/client.ts';
import { useDeed, useRead } from '../../api/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { FuelPlan } from './describe-plan.ts';
import type { OwnCards } from './own-cards.ts';
import styles from './FuelPlanForm.module.css';

type Props = {
  points: string;
  /** The user's own cards; null for a visitor, who may choose any network. */
  ownCards: OwnCards | null;
  onPlan: (plan: FuelPlan | null) => void;
};

const FIELDS = [
  { name: 'tank_litres', label: 'Бак', unit: 'л', value: '400' },
  { name: 'litres_per_100km', label: 'Расход на 100 км', unit: 'л', value: '32' },
  { name: 'start_litres', label: 'В баке сейчас', unit: 'л', value: '120' },
  { name: 'reserve_litres', label: 'Запас', unit: 'л', value: '40' },
] as const;

type Name = (typeof FIELDS)[number]['name'];

/** Asks about the truck and finds the cheapest way to fuel it on the route. */
export function FuelPlanForm({ points, ownCards, onPlan }: Props) {
  const [texts, setTexts] = useState(
    () => Object.fromEntries(FIELDS.map(({ name, value }) => [name, value])) as Record<Name, string>,
  );
  const [chosen, setChosen] = useState<readonly PartnerId[] | null>(null);
  const [withLimits, setWithLimits] = useState(true);
  const partners = useRead(listPartners);
  const plan = useDeed(planFuel);
  const networks = chosen ?? (ownCards && ownCards.networks.length > 0 ? ownCards.networks : PARTNER_IDS);
  const limits = (ownCards?.limits ?? []).filter((one) => networks.includes(one.partner_id));
  const fields = (plan.error as CallFailed | null)?.fields ?? {};

  /** The input has changed, so the plan that is shown or loading no longer answers it. */
  function drop() {
    plan.reset();
    onPlan(null);
  }

  function change(name: Name, text: string) {
    setTexts({ ...texts, [name]: text });
    drop();
  }

  function toggle(id: PartnerId, on: boolean) {
    setChosen(PARTNER_IDS.filter((one) => (one === id ? on : networks.includes(one))));
    drop();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const numbers = Object.fromEntries(
      FIELDS.map(({ name }) => [name, Number(texts[name].replace(',', '.').replace(/\s/g, '') || 'x')]),
    ) as Record<Name, number>;
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

  const known = new Set<string>(FIELDS.map(({ name }) => name));
  const elsewhere = plan.error && !Object.keys(fields).some((name) => known.has(name));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, unit }) => (
          <TextField
            key={name}
            label={label}
            suffix={unit}
            inputMode="decimal"
            autoComplete="off"
            value={texts[name]}
            error={fields[name]?.[0] ?? null}
            onChange={(text) => change(name, text)}
          />
        ))}
      </div>
      <fieldset className={styles.networks}>
        <legend>{ownCards ? 'Сети ваших карт' : 'Сети'}</legend>
        {(partners.data?.data ?? []).map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={networks.includes(id as PartnerId)}
            onChange={(on) => toggle(id as PartnerId, on)}
          />
        ))}
      </fieldset>
      {limits.length > 0 && (
        <div className={styles.limits}>
          <Checkbox
            label="Не выходить за остатки лимитов"
            checked={withLimits}
            onChange={(on) => {
              setWithLimits(on);
              drop();
            }}
          />
          <ul>
            {limits.map(({ partner_id, words }) => (
              <li key={partner_id}>{words}</li>
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
