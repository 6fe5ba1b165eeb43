import { FUEL_TITLE, FUELS } from '#contract/fleet/vehicles.ts';
import { readMargin } from '#contract/backoffice/margin.ts';
import { listPartners } from '#contract/orders/orders.ts';
import {
  createPurchaseTerm,
  listPurchaseTerms,
  previewPurchaseTerm,
  PURCHASE_PRICING_TITLE,
  PURCHASE_PRICING_UNIT,
  PURCHASE_PRICINGS,
} from '#contract/programme/purchase-terms.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { draftProblem, emptyDraft, toInput, type PurchaseTermDraft } from './purchase-term-draft.ts';
import { PurchaseTermPreview } from './PurchaseTermPreview.tsx';

/** Pause in typing after which the server is asked what last month would have cost. */
const PAUSE_MS = 400;

/** A new purchase term, with what last month's purchases would have cost the programme under it. */
export function PurchaseTermModal({ goods, onClose }: { goods: readonly string[]; onClose: () => void }) {
  const form = useForm<PurchaseTermDraft>({
    values: () => emptyDraft(serverNow()),
    wire: { partnerId: 'partner_id' },
  });
  const draft = form.values;
  const networks = useRead(listPartners);
  const partners = networks.data?.data ?? [];
  const action = useStaffAction(createPurchaseTerm, {
    name: 'Новое условие закупки',
    refresh: [listPurchaseTerms, readMargin],
  });
  const problem = draftProblem(draft);
  const proposals = useProposals('purchase-term', 'staff.handleMoney');
  const { note: _, ...requested } = toInput(draft);
  const thing = {
    partner_id: draft.partnerId,
    goods: 'goods' in requested ? (requested.goods ?? null) : null,
    goods_kind: 'goods_kind' in requested ? (requested.goods_kind ?? null) : null,
  };
  const settled = useSettled(problem ? null : requested, PAUSE_MS);
  const preview = useRead(previewPurchaseTerm, { body: settled ?? undefined }, { enabled: settled !== null });
  /** Shows at once what the preview refuses, without taking the focus from the field that is being typed. */
  function text(name: 'rate' | 'bonus' | 'firstDay' | 'lastDay' | 'note', onWire: string) {
    const field = form.field(name);
    return { ...field, error: field.error ?? preview.error?.fields[onWire]?.[0] ?? null };
  }
  return (
    <FormModal
      form={form}
      submitLabel="Предложить условие"
      action={action}
      disabledReason={problem ?? proposals.problem(createPurchaseTerm, thing)}
      onSubmit={() => action.mutate({ body: toInput(draft) }, { onSuccess: onClose })}
      outcome={
        <PurchaseTermPreview
          preview={problem ? null : (preview.data?.data ?? null)}
          message={problem ?? preview.error?.message ?? null}
        />
      }
      title="Новое условие закупки"
      size="wide"
      onClose={onClose}
    >
      <WaitingApprovals approvals={proposals.waiting(thing, createPurchaseTerm)} />
      <ReadFailed what="Сети не загрузились." reads={[networks]} />
      <Select
        label="Сеть"
        placeholder="Выберите сеть"
        {...form.field('partnerId')}
        options={partners.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
      <Select
        label="Топливо или товар"
        {...form.field('goods')}
        options={[
          { value: '', label: 'Всё топливо и товары' },
          ...FUELS.map((fuel) => ({ value: fuel, label: `${FUEL_TITLE[fuel]}, все марки` })),
          ...goods.map((title) => ({ value: title, label: title })),
        ]}
      />
      <Select
        label="Как считается закупочная цена"
        {...form.field('pricing')}
        options={PURCHASE_PRICINGS.map((value) => ({ value, label: PURCHASE_PRICING_TITLE[value] }))}
      />
      <TextField
        label={draft.pricing === 'fixed' ? 'Цена за литр' : 'Размер скидки'}
        inputMode="decimal"
        suffix={PURCHASE_PRICING_UNIT[draft.pricing]}
        {...text('rate', 'rate')}
        autoComplete="off"
      />
      <TextField
        label="Бонус за оборот"
        help="Сколько процентов от суммы по цене АЗС сеть возвращает. Пусто — без бонуса"
        inputMode="decimal"
        suffix="%"
        {...text('bonus', 'bonus')}
        autoComplete="off"
      />
      <DayField
        label="Первый день"
        help="Можно и прошедший: деньги клиентов не меняются, пересчитается только маржа"
        {...text('firstDay', 'first_day')}
      />
      <DayField label="Последний день" help="Пусто — без срока" {...text('lastDay', 'last_day')} />
      <TextArea label="Основание, видно сотрудникам" {...text('note', 'note')} rows={2} maxLength={500} />
    </FormModal>
  );
}
