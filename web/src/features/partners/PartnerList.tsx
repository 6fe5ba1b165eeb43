import { useState } from 'react';
import { listPartners } from '#contract/orders.ts';
import { updatePartner } from '#contract/staff.ts';
import { listStaffPartners } from '#contract/staff-programme.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { moneyColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';

type Partner = DataOf<typeof listStaffPartners>[number];
type Deed = { partner: Partner; what: 'price' | 'switch' };

const REFRESH_MS = 15_000;

/** The networks: whether they are on, the price of their cards, and how they answer. */
export function PartnerList() {
  const [deed, setDeed] = useState<Deed | null>(null);
  const problem = useStaffProblem('staff.runProgramme');
  const partners = useRead(listStaffPartners, {}, { refetchMs: REFRESH_MS });
  if (!partners.data && partners.error)
    return <LoadError onReload={() => void partners.refetch()} message={partners.error.message} />;
  if (!partners.data) return <TableSkeleton columns={5} />;
  return (
    <>
      <StaffTable
        caption="Сети программы"
        columns={columns(problem, (partner, what) => setDeed({ partner, what }))}
        rows={partners.data.data}
        rowKey={(one) => one.id}
      />
      {deed?.what === 'price' && <PriceModal partner={deed.partner} onClose={() => setDeed(null)} />}
      {deed?.what === 'switch' && <SwitchModal partner={deed.partner} onClose={() => setDeed(null)} />}
    </>
  );
}

function PriceModal({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [price, setPrice] = useState(String(partner.card_price).replace('.', ','));
  const deed = useStaffDeed(updatePartner, {
    name: 'Цена карты',
    refresh: [listStaffPartners, listPartners],
  });
  return (
    <Modal opened onClose={onClose} title={`Цена карты: ${partner.title}`} busy={deed.isPending}>
      <FormShell
        submitLabel="Сохранить цену"
        loading={deed.isPending}
        error={deed.error}
        ownFields={['card_price']}
        disabledReason={price.trim() ? null : 'Укажите цену, 0 если карта бесплатна'}
        onSubmit={() =>
          deed.mutate({ params: { id: partner.id }, body: { card_price: price } }, { onSuccess: onClose })
        }
      >
        <p>Цена войдёт в заявки, которые будут сделаны после этого. Уже сделанные не изменятся.</p>
        <MoneyField
          label="Цена одной карты"
          value={price}
          onChange={setPrice}
          error={deed.error?.fields.card_price?.join(' ') ?? null}
          autoFocus
        />
      </FormShell>
    </Modal>
  );
}

function SwitchModal({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const deed = useStaffDeed(updatePartner, {
    name: partner.active ? 'Отключение сети' : 'Подключение сети',
    refresh: [listStaffPartners, listPartners],
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${partner.active ? 'Отключить' : 'Подключить'}: ${partner.title}`}
      busy={deed.isPending}
    >
      <FormShell
        submitLabel={partner.active ? 'Отключить сеть' : 'Подключить сеть'}
        loading={deed.isPending}
        error={deed.error}
        onSubmit={() =>
          deed.mutate(
            { params: { id: partner.id }, body: { active: !partner.active } },
            { onSuccess: onClose },
          )
        }
      >
        <p>
          {partner.active
            ? 'Карты этой сети больше нельзя будет заказать: клиенты увидят, что она скоро подключится. Выпущенные карты работают как прежде.'
            : 'Клиенты сразу смогут заказывать карты этой сети.'}
        </p>
      </FormShell>
    </Modal>
  );
}

const PERIOD: Record<string, string> = {
  P1D: 'сутки',
  P1W: 'неделя',
  P1M: 'месяц',
  P3M: 'квартал',
  P1Y: 'год',
};

function columns(
  problem: string | null,
  act: (partner: Partner, what: Deed['what']) => void,
): readonly Column<Partner>[] {
  const disabling = { disabled: problem !== null, disabledReason: problem ?? '' };
  return [
    {
      key: 'title',
      header: 'Сеть',
      narrow: 'title',
      fixed: true,
      value: (one) => one.title,
      cell: (one) => <TwoLines below={limitsOf(one)}>{one.title}</TwoLines>,
    },
    {
      key: 'active',
      header: 'Заказ карт',
      narrow: 'second',
      value: (one) => (one.active ? 'Включён' : 'Выключен'),
      cell: (one) => (
        <StatusWord tone={one.active ? 'go' : 'locked'}>{one.active ? 'Включён' : 'Выключен'}</StatusWord>
      ),
    },
    moneyColumn({
      key: 'price',
      header: 'Цена карты',
      narrow: 'aside',
      value: (one) => one.card_price,
    }),
    {
      key: 'answers',
      header: 'Связь',
      narrow: 'plain',
      value: (one) => answersOf(one).words,
      cell: (one) => (
        <TwoLines
          below={
            one.answers && (
              <>
                с <DateText value={one.answers.since} style="datetime" />, ждут ответа: {one.answers.waiting}
              </>
            )
          }
        >
          <StatusWord tone={answersOf(one).tone}>{answersOf(one).words}</StatusWord>
        </TwoLines>
      ),
    },
    {
      key: 'read',
      header: 'Лента прочитана',
      kind: 'moment',
      narrow: 'hidden',
      value: (one) => one.read_at,
      cell: (one) => (one.read_at ? <DateText value={one.read_at} style="datetime" /> : 'Ещё нет'),
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (one) => (
        <Row gap="1" nowrap>
          <Button
            size="small"
            aria-label={`${one.active ? 'Отключить' : 'Подключить'} сеть ${one.title}`}
            onClick={() => act(one, 'switch')}
            {...disabling}
          >
            {one.active ? 'Отключить' : 'Подключить'}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Цена карты ${one.title}`}
            onClick={() => act(one, 'price')}
            {...disabling}
          >
            Цена
          </Button>
        </Row>
      ),
    },
  ];
}

function answersOf({ answers }: Partner) {
  if (!answers) return { tone: 'neutral', words: 'Не подключена' } as const;
  return answers.ok
    ? ({ tone: 'go', words: 'Отвечает' } as const)
    : ({ tone: 'stop', words: 'Молчит' } as const);
}

function limitsOf({ limits, connected }: Partner): string {
  if (!connected) return 'Адрес сети не задан';
  if (limits.length === 0) return 'Лимитов не считает';
  return `Лимиты: ${limits.map((one) => PERIOD[one] ?? one).join(', ')}`;
}
