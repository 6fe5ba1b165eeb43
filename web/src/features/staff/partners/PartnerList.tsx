import { useState } from 'react';
import { listPartners } from '#contract/orders/orders.ts';
import { updatePartner } from '#contract/backoffice/staff.ts';
import { listStaffPartners } from '#contract/programme/staff-programme.ts';
import { addNetwork, readNetworkChoices } from '#contract/fuel/networks.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import type { Partner } from './network-draft.ts';
import { partnerColumns, type PartnerAction } from './partner-columns.tsx';
import { NetworkModal } from './NetworkModal.tsx';

type OpenedAction = { partner: Partner | null; what: PartnerAction };

const REFRESH_MS = 15_000;

/** The networks: whether they are on, the price of their cards, and how they answer. */
export function PartnerList() {
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const problem = useStaffProblem('staff.runProgramme');
  const proposals = useProposals('network', 'staff.runProgramme');
  const partners = useRead(listStaffPartners, {}, { refetchMs: REFRESH_MS });
  const offered = useRead(readNetworkChoices);
  const choices = offered.data?.data;
  if (!partners.data && partners.error)
    return <LoadError onReload={() => void partners.refetch()} message={partners.error.message} />;
  if (!partners.data) return <TableSkeleton columns={5} />;
  return (
    <Stack gap="3">
      <Row between>
        <p className="ink-2">Новая сеть добавляется выключенной: включите её, когда она ответит.</p>
        <Button
          variant="primary"
          onClick={() => setOpened({ partner: null, what: 'network' })}
          disabledReason={problem}
        >
          Добавить сеть
        </Button>
      </Row>
      <WaitingApprovals approvals={proposals.waiting({}, addNetwork)} />
      <ReadFailed what="Протоколы сетей не загрузились." reads={[offered]} />
      <StaffTable
        caption="Сети программы"
        forms={['сеть', 'сети', 'сетей']}
        columns={partnerColumns(problem, proposals, (partner, what) => setOpened({ partner, what }))}
        rows={partners.data.data}
        rowKey={(item) => item.id}
      />
      {opened?.what === 'price' && opened.partner && (
        <PriceModal partner={opened.partner} onClose={() => setOpened(null)} />
      )}
      {opened?.what === 'switch' && opened.partner && (
        <SwitchDialog item={opened.partner} onClose={() => setOpened(null)} />
      )}
      {opened?.what === 'network' && choices && (
        <NetworkModal
          partner={opened.partner}
          partners={partners.data.data}
          choices={choices}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

function PriceModal({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const form = useForm({ values: { cardPrice: String(partner.card_price).replace('.', ',') } });
  const { cardPrice: price } = form.values;
  const action = useStaffAction(updatePartner, {
    name: 'Цена карты',
    refresh: [listStaffPartners, listPartners],
  });
  return (
    <FormModal
      form={form}
      submitLabel="Сохранить цену"
      action={action}
      disabledReason={price.trim() ? null : 'Укажите цену, 0 если карта бесплатна'}
      onSubmit={() =>
        action.mutate({ params: { id: partner.id }, body: { card_price: price } }, { onSuccess: onClose })
      }
      title={`Цена карты: ${partner.title}`}
      onClose={onClose}
    >
      <p>Цена войдёт в заявки, которые будут сделаны после этого. Уже сделанные не изменятся.</p>
      <MoneyField label="Цена одной карты" {...form.field('cardPrice')} autoFocus />
    </FormModal>
  );
}

const SwitchDialog = defineReasonDialog({
  title: ({ active, title }: Partner) => `${active ? 'Отключить' : 'Подключить'}: ${title}`,
  submitLabel: ({ active }) => (active ? 'Отключить сеть' : 'Подключить сеть'),
  label: null,
  name: ({ active }) => (active ? 'Отключение сети' : 'Подключение сети'),
  call: updatePartner,
  input: ({ id, active }) => ({ params: { id }, body: { active: !active } }),
  refresh: [listStaffPartners, listPartners],
  text: ({ active }) => (
    <p>
      {active
        ? 'Карты этой сети больше нельзя будет заказать: клиенты увидят, что она скоро подключится. Выпущенные карты работают как прежде.'
        : 'Клиенты сразу смогут заказывать карты этой сети.'}
    </p>
  ),
});
