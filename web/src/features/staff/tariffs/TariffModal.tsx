import { listPartners } from '#contract/orders/orders.ts';
import {
  createTariff,
  listTariffs,
  previewTariff,
  TARIFF_CHANGE_TITLE,
  TARIFF_CHANGES,
  TARIFF_UNIT_TITLE,
  TARIFF_UNITS,
} from '#contract/programme/tariffs.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { ClientField } from '../../../staff/ClientField.tsx';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { draftProblem, emptyDraft, mayHaveServiceFees, toInput, type TariffDraft } from './tariff-draft.ts';
import { TariffPreview } from './TariffPreview.tsx';

/** Pause in typing after which the server is asked what last month would have cost. */
const PAUSE_MS = 400;

/** A new tariff, with what last month's purchases would have cost under it. */
export function TariffModal({ goods, onClose }: { goods: readonly string[]; onClose: () => void }) {
  const form = useForm<TariffDraft>({
    values: () => emptyDraft(serverNow()),
    wire: { client: 'company_id' },
  });
  const draft = form.values;
  const networks = useRead(listPartners);
  const partners = networks.data?.data ?? [];
  const action = useStaffAction(createTariff, { name: 'Новый тариф', refresh: [listTariffs] });
  const problem = draftProblem(draft);
  const proposals = useProposals('tariff', 'staff.handleMoney');
  const thing = { company_id: draft.client?.id ?? null, partner_id: draft.partnerId, goods: draft.goods };
  const { note: _, ...requested } = toInput(draft);
  const settled = useSettled(problem ? null : requested, PAUSE_MS);
  const preview = useRead(previewTariff, { body: settled ?? undefined }, { enabled: settled !== null });
  /** Shows at once what the preview refuses, without taking the focus from the field that is being typed. */
  function text(name: 'rate' | 'fee' | 'firstDay' | 'lastDay' | 'note', onWire: string) {
    const field = form.field(name);
    return { ...field, error: field.error ?? preview.error?.fields[onWire]?.[0] ?? null };
  }
  return (
    <FormModal
      form={form}
      submitLabel="Предложить тариф"
      action={action}
      disabledReason={problem ?? proposals.problem(createTariff, thing)}
      onSubmit={() => action.mutate({ body: toInput(draft) }, { onSuccess: onClose })}
      outcome={
        <TariffPreview
          preview={problem ? null : (preview.data?.data ?? null)}
          message={problem ?? preview.error?.message ?? null}
        />
      }
      title="Новый тариф"
      size="wide"
      onClose={onClose}
    >
      <WaitingApprovals approvals={proposals.waiting(thing, createTariff)} />
      <ClientField {...form.field('client')} none="Все клиенты" autoFocus />
      <ReadFailed what="Сети не загрузились." reads={[networks]} />
      <Select
        label="Сеть"
        {...form.field('partnerId')}
        options={[
          { value: '', label: 'Все сети' },
          ...partners.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
      />
      <Select
        label="Товар"
        {...form.field('goods')}
        options={[{ value: '', label: 'Все товары' }, ...goods.map((good) => ({ value: good, label: good }))]}
      />
      <Segmented
        label="Что с ценой на АЗС"
        options={TARIFF_CHANGES.map((value) => ({ value, label: TARIFF_CHANGE_TITLE[value] }))}
        {...form.field('change')}
      />
      {draft.change !== 'none' && (
        <>
          <Segmented
            label="Считается"
            options={TARIFF_UNITS.map((value) => ({ value, label: TARIFF_UNIT_TITLE[value] }))}
            {...form.field('unit')}
          />
          <TextField
            label={`Размер: ${TARIFF_CHANGE_TITLE[draft.change].toLowerCase()}`}
            inputMode="decimal"
            suffix={draft.unit === 'percent' ? '%' : '₽/л'}
            {...text('rate', 'rate')}
            autoComplete="off"
          />
        </>
      )}
      <TextField
        label="Сервисный сбор"
        help="От суммы по цене АЗС. Пусто — без сбора"
        inputMode="decimal"
        suffix="%"
        {...text('fee', 'fee')}
        autoComplete="off"
      />
      {mayHaveServiceFees(draft) && (
        <>
          <MoneyField
            label="Абонентская плата за месяц"
            help="С клиента, за каждый полный месяц. Пусто — как в других тарифах, 0 — не берётся"
            {...form.field('monthlyFee')}
          />
          <MoneyField
            label="Плата за карту в месяц"
            help="За каждую карту, по которой в месяце были покупки"
            {...form.field('cardMonthlyFee')}
          />
          <MoneyField
            label="Минимум сборов за месяц"
            help="Сколько не хватает до него с учётом сервисного сбора, списывается первого числа"
            {...form.field('monthlyMinimum')}
          />
          <MoneyField
            label="Доставка карт"
            help="За заявку. Списывается, когда выпущена последняя карта заявки"
            {...form.field('deliveryFee')}
          />
        </>
      )}
      <DayField
        label="Первый день"
        help="Завтра или позже. Сегодня — если по этому тарифу сегодня ещё ничего не продано"
        {...text('firstDay', 'first_day')}
      />
      <DayField label="Последний день" help="Пусто — без срока" {...text('lastDay', 'last_day')} />
      <TextArea label="Основание, видно сотрудникам" {...text('note', 'note')} rows={2} maxLength={500} />
    </FormModal>
  );
}
