import { listCardVehicles, setCardVehicle } from '#contract/cards/card-vehicles.ts';
import { listCards, readCard } from '#contract/cards/cards.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { readCardRules } from '#contract/fleet/rules.ts';
import { listVehicles, readVehicle } from '#contract/fleet/vehicles.ts';
import { includesPlate, formatTruck } from '#contract/values/plate.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatDate } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './Fleet.module.css';
import { VEHICLE_FORMS } from './format-vehicle.ts';

const NONE = 'none';
const REFRESH = [listCards, readCard, listVehicles, readVehicle, listCardVehicles, readCardRules];

/** Truck of a card with actions to change or remove it, and its previous trucks. */
export function CardTruck({
  card,
  mayChange,
  onDone,
}: {
  card: Card;
  mayChange: boolean;
  onDone: () => void;
}) {
  return (
    <Stack gap="3">
      {mayChange && <ChooseTruck card={card} onDone={onDone} />}
      <History cardId={card.id} />
    </Stack>
  );
}

function ChooseTruck({ card, onDone }: { card: Card; onDone: () => void }) {
  const read = useRead(listVehicles);
  const now = card.vehicle ? String(card.vehicle.id) : NONE;
  const form = useForm({ values: { chosen: now }, wire: { chosen: 'vehicle_id' } });
  const { chosen } = form.values;
  const action = useEndpointAction(setCardVehicle, {
    refresh: REFRESH,
    left: { failed: 'Машина карты не изменена' },
  });
  const trucks = read.data?.data;
  if (!trucks)
    return read.error ? (
      <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
    ) : (
      <TextSkeleton count={2} label="Загружаются машины" />
    );
  if (trucks.length === 0)
    return (
      <EmptyState title="Машин пока нет" action={<TextLink to={paths.fleet}>К автопарку</TextLink>}>
        Добавьте машину, и карту можно будет закрепить за ней.
      </EmptyState>
    );
  const byId = new Map(trucks.map((truck) => [String(truck.id), truck]));
  return (
    <FormShell
      form={form}
      submitLabel={chosen === NONE ? 'Снять с машины' : 'Закрепить за машиной'}
      action={action}
      disabledReason={chosen === now ? 'Выберите другую машину' : null}
      onChange={action.reset}
      onSubmit={() =>
        action.mutate(
          { params: { id: card.id }, body: { vehicle_id: chosen === NONE ? null : Number(chosen) } },
          { onSuccess: onDone },
        )
      }
    >
      <SearchSelect
        label="Машина"
        help="С этой минуты. Операции, которые уже были, останутся за прежней машиной."
        options={[
          { value: NONE, label: 'Без машины' },
          ...trucks.map((truck) => ({ value: String(truck.id), label: formatTruck(truck) })),
        ]}
        {...form.field('chosen')}
        placeholder="Номер или марка"
        isMeant={(value, text) => matchesTruck(byId.get(value), text)}
        formatCount={(found) => (found > 0 ? `Найдено: ${counted(found, VEHICLE_FORMS)}` : 'Таких машин нет')}
      />
    </FormShell>
  );
}

function matchesTruck(truck: { plate: string; brand: string } | undefined, text: string): boolean {
  if (!truck) return 'без машины'.includes(text.trim().toLowerCase());
  return includesPlate(truck.plate, text) || truck.brand.toLowerCase().includes(text.trim().toLowerCase());
}

function History({ cardId }: { cardId: number }) {
  const read = useRead(listCardVehicles, { params: { id: cardId } });
  const spans = read.data?.data;
  if (!spans)
    return read.error ? (
      <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
    ) : (
      <TextSkeleton count={2} label="Загружается история" />
    );
  return (
    <section aria-label="История машин карты">
      <h3 className="ink-2">История</h3>
      {spans.length === 0 ? (
        <p>Карта ещё не была ни на одной машине.</p>
      ) : (
        <ul className={styles.lines}>
          {spans.map((span) => (
            <li key={`${span.vehicle.id} ${span.since}`}>
              <TextLink to={paths.vehicle(span.vehicle.id)}>{formatTruck(span.vehicle)}</TextLink>
              <span className="ink-2">{formatSpan(span)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function formatSpan({ since, until, vehicle }: EndpointData<typeof listCardVehicles>[number]): string {
  const from = since === null ? 'с первой операции' : `с ${formatDate(since)}`;
  const to = until === null ? 'по сей день' : `по ${formatDate(until)}`;
  return [`${from} ${to}`, vehicle.removed && 'машина удалена'].filter(Boolean).join(', ');
}
