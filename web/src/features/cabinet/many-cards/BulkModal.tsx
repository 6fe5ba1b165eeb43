import { useState } from 'react';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { LIMIT_UNIT, type LimitPeriod, type LimitUnit } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { useMaintenance } from '../../../state/maintenance.ts';
import { useRole } from '../../../server/session.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { CARD_FORMS, type Card } from '../../../cards/describe-card.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { typeMoney } from '../../../forms/type-money.ts';
import { useForm, type Form } from '../../../forms/use-form.ts';
import { counted } from '#contract/values/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { planBulk, type BulkAction } from './bulk-action.ts';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkResults, formatSummary } from './BulkResults.tsx';
import { GoodsFields } from './GoodsFields.tsx';
import { changeMany, type BulkInput } from './change-many.ts';
import { periodsFor, UNITS } from '../../../cards/limit-options.ts';

type Props = { action: BulkAction | null; cards: readonly Card[]; onClose: () => void };

/** One action on many cards: shows first what it will change, then the result for each card. */
export function BulkModal({ action, cards, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  return (
    <Modal opened={action !== null} onClose={onClose} title={action ? TITLES[action] : ''} busy={busy}>
      {action && <BulkForm action={action} cards={cards} onBusy={setBusy} onClose={onClose} />}
    </Modal>
  );
}

const TITLES: Record<BulkAction, string> = {
  block: 'Блокировка карт',
  unblock: 'Разблокировать карты',
  limit: 'Лимит для карт',
  goods: 'Услуги для карт',
};

const VERBS: Record<BulkAction, string> = {
  block: 'Заблокировать',
  unblock: 'Разблокировать',
  limit: 'Задать лимит:',
  goods: 'Сохранить услуги:',
};

type BulkProps = {
  action: BulkAction;
  cards: readonly Card[];
  onBusy: (busy: boolean) => void;
  onClose: () => void;
};

function BulkForm({ action, cards: selected, onBusy, onClose }: BulkProps) {
  // The cards as they were when the dialogue opened; the server judges any later changes.
  const [cards] = useState(selected);
  const plan = planBulk(action, cards, { role: useRole(), maintenance: useMaintenance() });
  const form = useForm<Values>({ values: EMPTY });
  const { goods, ...limit } = form.values;
  const change = useCustomAction('changeManyCards', (input: BulkInput) => changeMany(plan.ready, input), {
    refresh: [listCards, readCard, listOperations],
    answersFirst: true,
    onAnswer: () => onBusy(false),
    onFailure: () => onBusy(false),
    left: {
      done: (results) => ({ tone: 'wait', title: TITLES[action], message: formatSummary(results) }),
      failed: TITLES[action],
    },
  });

  if (change.data)
    return <BulkResults action={action} cards={cards} results={change.data} onClose={onClose} />;
  const { kopecks } = typeMoney(limit.text);
  return (
    <FormShell
      form={form}
      onSubmit={() => {
        onBusy(true);
        change.mutate(toInput());
      }}
      submitLabel={`${VERBS[action]} ${counted(plan.ready.length, CARD_FORMS)}`}
      action={change}
      disabledReason={disabledReason()}
      secondary={
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
      }
    >
      <BulkPreview plan={plan} />
      {action === 'limit' && <LimitFields cards={plan.ready} form={form} />}
      {action === 'goods' && <GoodsFields {...form.field('goods')} />}
    </FormShell>
  );

  function disabledReason(): string | null {
    if (plan.ready.length === 0) return 'Среди выбранных нет карт, с которыми это можно сделать';
    if (action === 'limit' && kopecks === null) return 'Укажите лимит числом';
    return action === 'goods' && goods.size === 0 ? 'Выберите хотя бы один вид топлива' : null;
  }

  function toInput(): BulkInput {
    if (action === 'goods') return { action, goodsIds: [...goods] };
    if (action === 'limit') {
      return {
        action,
        count: kopecks === null ? 0 : toRubles(kopecks),
        unit: limit.unit,
        period: limit.period,
      };
    }
    return { action };
  }
}

type Values = { text: string; unit: LimitUnit; period: LimitPeriod; goods: ReadonlySet<number> };

const EMPTY: Values = { text: '', unit: 'sum', period: 'P1D', goods: new Set() };

type LimitProps = { cards: readonly Card[]; form: Form<Values> };

function LimitFields({ cards, form }: LimitProps) {
  return (
    <Stack gap="2">
      <Row gap="2">
        <Segmented label="Единица" options={UNITS} {...form.field('unit')} />
        <Segmented label="Период" options={periodsFor(cards)} {...form.field('period')} />
      </Row>
      <MoneyField
        label="Лимит"
        help="0 — без лимита"
        unit={LIMIT_UNIT[form.values.unit].field}
        {...form.field('text')}
      />
    </Stack>
  );
}
