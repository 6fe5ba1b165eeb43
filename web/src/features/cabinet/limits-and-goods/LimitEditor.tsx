import { useSearchParams } from 'react-router';
import { shortNumber } from '#contract/values/card-number.ts';
import { listGoodsGroups, setCardLimit } from '#contract/cards/cards.ts';
import { LIMIT_PERIODS, LIMIT_UNIT, type LimitPeriod, type LimitUnit } from '#contract/ids.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { LIMIT_UNSUPPORTED } from '#contract/fuel/networks.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useMaintenance } from '../../../state/maintenance.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { moneyText, typeMoney } from '../../../forms/type-money.ts';
import { useForm } from '../../../forms/use-form.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { changeProblem, openChoice } from '../../../cards/card-state.ts';
import { periodsFor, UNITS } from '../../../cards/limit-options.ts';
import { limitFailure } from './limit-failure.ts';
import { hasLimit, LimitMeter, sourceText } from '../../../cards/LimitMeter.tsx';
import { useCardAction } from '../../../cards/use-card-action.ts';
import styles from './LimitEditor.module.css';

/**
 * Edits how much a card may spend in a period, and on what (spec section 5). For networks that count none the fields
 * are shown but disabled.
 */
export function LimitEditor({ card }: { card: Card }) {
  const groups = useRead(listGoodsGroups);
  const [named] = useSearchParams();
  // While nothing has been changed since the last save, the card's own limit counts, even one set by another user.
  const form = useForm({ values: () => ({ ...toDraft(card), ...limitNamed(named) }), follow: true });
  const draft = form.values;
  const action = useCardAction(setCardLimit, {
    left: {
      failed: (failure) => ({
        title: `Карта ${shortNumber(card.card_number)}: лимит не сохранён`,
        message: limitFailure(failure),
      }),
    },
  });
  const problem = changeProblem(card, { role: useRole(), maintenance: useMaintenance() });
  const choice = openChoice(card, 'limit');
  const inherited = hasLimit(card) ? sourceText(card, card.limit.source) : null;
  const supported = card.network_cannot?.limit === undefined;
  const disabled = !supported || problem !== null;
  const { kopecks: typed } = typeMoney(draft.text);
  const allGroups = groups.data?.data.map((group) => group.type) ?? [];
  const chosen = draft.groups ?? allGroups;

  function submit() {
    if (typed === null) return;
    action.mutate(
      {
        params: { id: card.id },
        body: {
          unit_count: toRubles(typed),
          unit_type: draft.unit,
          period: draft.period,
          goodsGroups: chosen,
        },
      },
      // Values that a link has filled in are saved now, too.
      { onSuccess: () => !named.has('limit') && form.reset() },
    );
  }

  // The services above load with the same answer and would move the form under a click.
  if (groups.isPending) return <TextSkeleton count={6} label="Загружается лимит" />;
  return (
    <FormShell
      form={form}
      onChange={action.reset}
      onSubmit={submit}
      submitLabel="Сохранить лимит"
      action={{
        isPending: action.isPending,
        error: action.error ? { message: limitFailure(action.error) } : null,
      }}
      disabledReason={disabledReason()}
    >
      {!supported && <Notice>{LIMIT_UNSUPPORTED}</Notice>}
      {/* Under a finger the button's tooltip doesn't show. */}
      {supported && problem && <Notice>{problem}</Notice>}
      {hasLimit(card) && <SpentAmount card={card} />}
      {inherited && (
        <Notice>{`Сейчас действует лимит ${inherited}. Лимит самой карты важнее; 0 — снова действует этот.`}</Notice>
      )}
      <div className={styles.choices}>
        <Segmented
          label="Единица"
          options={UNITS}
          {...form.field('unit')}
          disabled={disabled}
          busy={action.isPending}
        />
        <Segmented
          label="Период"
          options={periodsFor([card])}
          {...form.field('period')}
          disabled={disabled}
          busy={action.isPending}
        />
      </div>
      <MoneyField
        label="Лимит"
        help="0 — без лимита"
        unit={LIMIT_UNIT[draft.unit].field}
        {...form.field('text')}
        disabled={disabled}
        readOnly={action.isPending}
      />
      {groups.isError && <LoadError onReload={() => void groups.refetch()} reloading={groups.isFetching} />}
      {groups.data && (
        <fieldset className={styles.groups} disabled={disabled || action.isPending}>
          <legend className={styles.legend}>На что действует</legend>
          {groups.data.data.map((group) => (
            <Checkbox
              key={group.id}
              label={group.title}
              checked={chosen.includes(group.type)}
              onChange={(checked) =>
                form.set({
                  groups: allGroups.filter((type) => (type === group.type ? checked : chosen.includes(type))),
                })
              }
            />
          ))}
          {chosen.length === allGroups.length && (
            <p className="type-small ink-2">Считается всё, что куплено по карте, и услуги тоже.</p>
          )}
        </fieldset>
      )}
      {action.isSuccess && choice?.state !== 'refused' && (
        <Notice tone="go">{CATALOGUE.limitSaved.text}</Notice>
      )}
      {choice?.state === 'waiting' && <StatusLabel tone="wait">Сеть ещё не подтвердила лимит</StatusLabel>}
    </FormShell>
  );

  function disabledReason(): string | null {
    if (!supported) return LIMIT_UNSUPPORTED;
    if (problem) return problem;
    if (typed === null) return 'Укажите лимит числом';
    return chosen.length === 0 ? 'Отметьте, на что действует лимит' : null;
  }
}

function SpentAmount({ card }: { card: Card }) {
  return hasLimit(card) ? <LimitMeter limit={card.limit} /> : null;
}

/** `groups` is null while nothing has been chosen, which means all of them. */
type Draft = { text: string; unit: LimitUnit; period: LimitPeriod; groups: number[] | null };

/** Returns the values that a sentence in the palette has filled in. */
function limitNamed(search: URLSearchParams): Partial<Draft> {
  const count = Number(search.get('limit'));
  const unit = UNITS.find(({ value }) => value === search.get('unit'))?.value;
  if (!Number.isSafeInteger(count) || count <= 0 || unit === undefined) return {};
  const period = LIMIT_PERIODS.find((limitPeriod) => limitPeriod === search.get('period'));
  return { text: moneyText(kopecks(count)), unit, ...(period && { period }) };
}

function toDraft({ limit, goodsGroups }: Card): Draft {
  const hundredths = kopecks(Math.round((limit?.unit_count ?? 0) * 100));
  return {
    text: moneyText(hundredths),
    unit: limit?.unit.id ?? 'sum',
    period: limit?.period.id ?? 'P1D',
    groups: goodsGroups.length > 0 ? goodsGroups.map((group) => group.type) : null,
  };
}
