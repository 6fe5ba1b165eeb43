import { IconFileText, IconGasStation } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Paragraphs } from '../../../ui/text/Paragraphs.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import {
  CardSkeleton,
  ListSkeleton,
  TableSkeleton,
  TextSkeleton,
  InlineSkeleton,
} from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterChips } from '../../../tables/FilterChips.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { WaitingRows, type WaitingRow } from '../../../ui/WaitingRows.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import { Sample, Samples } from './Sample.tsx';

const NOTHING = () => {};

const WAITING: readonly WaitingRow[] = [
  {
    key: 'documents',
    Icon: IconFileText,
    name: 'Документы за октябрь ждут подтверждения',
    sum: null,
    action: { label: 'Подтвердить', to: '/dev/parts' },
  },
  {
    key: 'signal',
    Icon: IconGasStation,
    name: 'Заправка больше бака, А 123 ВС 77',
    sum: 12_345.5,
    action: { label: 'Разобрать', to: '/dev/parts' },
    late: true,
  },
];

type Sale = { id: number; card: string; station: string; sum: number };
const SALES: readonly Sale[] = [
  { id: 1, card: '•• 4821', station: 'АЗС № 14, М-4 «Дон», 512-й км', sum: 12_345.5 },
  { id: 2, card: '•• 4000', station: 'АЗС № 7, Химки', sum: 900 },
];
const COLUMNS: readonly Column<Sale>[] = [
  {
    key: 'card',
    header: 'Карта',
    narrow: 'title',
    fixed: true,
    value: (sale) => sale.card,
    cell: (sale) => sale.card,
  },
  {
    key: 'station',
    header: 'АЗС',
    narrow: 'second',
    value: (sale) => sale.station,
    cell: (sale) => sale.station,
  },
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
    narrow: 'aside',
    kind: 'money',
    value: (sale) => sale.sum,
    cell: (sale) => <Money value={sale.sum} />,
  },
];

const FAILED = {
  data: undefined,
  error: { message: 'Сервер не ответил' },
  isFetching: false,
  refetch: () => Promise.resolve(),
};

/** Samples of containers, and of their loading and empty states. */
export function PlaceSamples() {
  const control = useTableView('samples', COLUMNS);
  const [page, setPage] = useState(4);
  const [loading, setLoading] = useState(false);
  const [tab, setTab] = useState<'cards' | 'requests'>('cards');
  return (
    <>
      <Samples parts="Notice, LoadError, ReadFailed, EmptyState">
        <Sample state="Все тона">
          <Notice>До конца месяца два дня.</Notice>
          <Notice tone="go">Лимит сохранён.</Notice>
          <Notice tone="warn" title="Карта не настроена" action={<Button size="small">Настроить</Button>}>
            Выберите виды топлива.
          </Notice>
          <Notice tone="error">Недостаточно средств</Notice>
        </Sample>
        <Sample state="Не загрузилось, пусто">
          <LoadError onReload={NOTHING} />
          <ReadFailed what="Рассылки клиента не загрузились." reads={[FAILED]} />
          <EmptyState title="Здесь появятся карты" action={<Button variant="primary">Заказать карту</Button>}>
            Первую партию привезут за три дня.
          </EmptyState>
        </Sample>
      </Samples>
      <Samples parts="WordSkeleton, TextSkeleton, ListSkeleton, CardSkeleton, TableSkeleton">
        <Sample state="Пока они видны, страница считается незагруженной">
          <Checkbox label="Показать загрузку" checked={loading} onChange={setLoading} />
        </Sample>
        {loading && (
          <>
            <Sample state="Строка, текст, список">
              <InlineSkeleton />
              <TextSkeleton count={2} />
              <ListSkeleton count={2} />
            </Sample>
            <Sample state="Карта, таблица">
              <CardSkeleton />
              <TableSkeleton count={3} columns={3} />
            </Sample>
          </>
        )}
      </Samples>
      <Samples parts="DataTable, TableTools, FilterChips, Pagination">
        <Sample state="С итогом, выбранной строкой и своим видом">
          <TableTools columns={COLUMNS} control={control} fileName="Образец" rows={() => SALES} />
          <DataTable
            caption="Операции образца"
            columns={COLUMNS}
            rows={SALES}
            rowKey={(sale) => sale.id}
            control={control}
            footer={{ card: 'Всего', sum: <Money value={13_245.5} /> }}
            isCurrent={(sale) => sale.id === 1}
          />
        </Sample>
        <Sample state="Фильтры, страницы">
          <FilterChips
            chips={[
              { key: 'network', label: 'Сеть: Татнефть', onRemove: NOTHING },
              { key: 'status', label: 'Статус: Активные', onRemove: NOTHING },
            ]}
            onClear={NOTHING}
          />
          <Pagination page={page} totalPages={12} onChange={setPage} />
        </Sample>
      </Samples>
      <Samples parts="Tabs, Stepper, Disclosure">
        <Sample state="Вкладки с числом">
          <Tabs
            label="Разделы образца"
            tabs={[
              { value: 'cards', label: 'Карты', count: 40 },
              { value: 'requests', label: 'Заявки' },
            ]}
            value={tab}
            onChange={setTab}
          >
            <p>{tab === 'cards' ? 'Список карт' : 'Список заявок'}</p>
          </Tabs>
        </Sample>
        <Sample state="Второй шаг из трёх">
          <Stepper steps={['Состав', 'Подтверждение', 'Готово']} current={1} />
        </Sample>
        <Sample state="Закрыт, открыт">
          <Disclosure summary="Как вернуть деньги?">Заявлением в свободной форме.</Disclosure>
          <Disclosure summary="Кто видит операции?" open>
            Все роли компании.
          </Disclosure>
        </Sample>
      </Samples>
      <Samples parts="WaitingRows">
        <Sample state="Обычная строка и просроченная">
          <WaitingRows rows={WAITING} />
        </Sample>
      </Samples>
      <Samples parts="Panel, Stack, Row, Paragraphs, VisuallyHidden">
        <Sample state="С заголовком и действием">
          <Panel title="Остатки" action={<Button size="small">Пополнить</Button>}>
            <Row between>
              <span>На картах</span>
              <Money value={186_563.91} />
            </Row>
          </Panel>
        </Sample>
        <Sample state="Утопленная, текст абзацами">
          <Panel variant="inset">
            <Stack gap="1">
              <Paragraphs text={'Первый абзац.\n\nВторой абзац.'} />
              <VisuallyHidden>Слышно, но не видно</VisuallyHidden>
            </Stack>
          </Panel>
        </Sample>
      </Samples>
    </>
  );
}
