import { useState } from 'react';
import { listPartners } from '#contract/orders.ts';
import {
  createTariff,
  listTariffs,
  previewTariff,
  TARIFF_CHANGE_TITLE,
  TARIFF_CHANGES,
  TARIFF_UNIT_TITLE,
  TARIFF_UNITS,
} from '#contract/tariffs.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { DayField } from '../../forms/DayField.tsx';
import { useProposals } from '../../staff/use-proposals.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { useRead } from '../../state/use-call.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { ClientField } from './ClientField.tsx';
import { draftProblem, emptyDraft, toInput, type TariffDraft } from './tariff-draft.ts';
import { TariffPreview } from './TariffPreview.tsx';

/** Pause in typing after which the server is asked what last month would have cost. */
const PAUSE_MS = 400;
const OWN_FIELDS = ['rate', 'fee', 'first_day', 'last_day', 'note'];

/** A new tariff, with what last month's purchases would have cost under it. */
export function TariffModal({ goods, onClose }: { goods: readonly string[]; onClose: () => void }) {
  const [draft, setDraft] = useState(() => emptyDraft(serverNow()));
  const change = (next: Partial<TariffDraft>) => setDraft((before) => ({ ...before, ...next }));
  const networks = useRead(listPartners);
  const partners = networks.data?.data ?? [];
  const action = useStaffAction(createTariff, { name: 'Новый тариф', refresh: [listTariffs] });
  const problem = draftProblem(draft);
  const proposals = useProposals('tariff', 'staff.handleMoney');
  const thing = { company_id: draft.client?.id ?? null, partner_id: draft.partnerId, goods: draft.goods };
  const { note: _, ...asked } = toInput(draft);
  const settled = useSettled(problem ? null : asked, PAUSE_MS);
  const preview = useRead(previewTariff, { body: settled ?? undefined }, { enabled: settled !== null });
  const getError = (field: string) => (action.error ?? preview.error)?.fields?.[field]?.[0];
  return (
    <Modal opened onClose={onClose} title="Новый тариф" size="wide" busy={action.isPending}>
      <FormShell
        submitLabel="Предложить тариф"
        action={action}
        ownFields={OWN_FIELDS}
        disabledReason={problem ?? proposals.problem(createTariff, thing)}
        onSubmit={() => action.mutate({ body: toInput(draft) }, { onSuccess: onClose })}
        outcome={
          <TariffPreview
            preview={problem ? null : (preview.data?.data ?? null)}
            message={problem ?? preview.error?.message ?? null}
          />
        }
      >
        <WaitingApprovals approvals={proposals.waiting(thing, createTariff)} />
        <ClientField chosen={draft.client} onChange={(client) => change({ client })} />
        <ReadFailed what="Сети не загрузились." reads={[networks]} />
        <Select
          label="Сеть"
          value={draft.partnerId}
          onChange={(partnerId) => change({ partnerId })}
          options={[
            { value: '', label: 'Все сети' },
            ...partners.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
        <Select
          label="Товар"
          value={draft.goods}
          onChange={(next) => change({ goods: next })}
          options={[
            { value: '', label: 'Все товары' },
            ...goods.map((good) => ({ value: good, label: good })),
          ]}
        />
        <Segmented
          label="Что с ценой на АЗС"
          options={TARIFF_CHANGES.map((value) => ({ value, label: TARIFF_CHANGE_TITLE[value] }))}
          value={draft.change}
          onChange={(next) => change({ change: next })}
        />
        {draft.change !== 'none' && (
          <>
            <Segmented
              label="Считается"
              options={TARIFF_UNITS.map((value) => ({ value, label: TARIFF_UNIT_TITLE[value] }))}
              value={draft.unit}
              onChange={(unit) => change({ unit })}
            />
            <TextField
              label={`Размер: ${TARIFF_CHANGE_TITLE[draft.change].toLowerCase()}`}
              inputMode="decimal"
              suffix={draft.unit === 'percent' ? '%' : '₽/л'}
              value={draft.rate}
              error={getError('rate')}
              onChange={(rate) => change({ rate })}
              autoComplete="off"
            />
          </>
        )}
        <TextField
          label="Сервисный сбор"
          help="От суммы по цене АЗС. Пусто — без сбора"
          inputMode="decimal"
          suffix="%"
          value={draft.fee}
          error={getError('fee')}
          onChange={(fee) => change({ fee })}
          autoComplete="off"
        />
        <DayField
          label="Первый день"
          help="Завтра или позже. Сегодня — если по этому тарифу сегодня ещё ничего не продано"
          value={draft.firstDay}
          error={getError('first_day')}
          onChange={(firstDay) => change({ firstDay })}
        />
        <DayField
          label="Последний день"
          help="Пусто — без срока"
          value={draft.lastDay}
          error={getError('last_day')}
          onChange={(lastDay) => change({ lastDay })}
        />
        <TextArea
          label="Основание, видно сотрудникам"
          value={draft.note}
          error={getError('note')}
          onChange={(note) => change({ note })}
          rows={2}
          maxLength={500}
        />
      </FormShell>
    </Modal>
  );
}
