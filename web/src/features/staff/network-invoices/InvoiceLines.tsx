import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type NetworkInvoiceFile } from '#contract/fuel/network-invoices.ts';
import {
  INVOICE_LINE_GROUP_TITLE,
  INVOICE_LINE_GROUPS,
  LINE_DECISION_TITLE,
  LINE_DECISIONS,
  listNetworkInvoiceLines,
  type InvoiceLineGroup,
  type LineDecision,
} from '#contract/fuel/network-invoice-lines.ts';
import { counted } from '#contract/values/counted.ts';
import { offeredValue, parsePage } from '../../../lib/read-address.ts';
import { AddressFilterBar } from '../../../staff/AddressFilterBar.tsx';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { useMay } from '../../../staff/use-may.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import {
  AcceptLinesDialog,
  DisputeLinesDialog,
  RequestLinesDialog,
  type ChosenLines,
} from './invoice-dialogs.tsx';
import { lineColumns } from './line-columns.tsx';
import styles from './NetworkInvoice.module.css';

const LINES = ['строка', 'строки', 'строк'] as const;

/** The lines of an invoice in their groups, each with what can be decided about it. */
export function InvoiceLines({ invoice }: { invoice: NetworkInvoiceFile }) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const { open, dialog } = useDialogs();
  const may = useMay('staff.handleMoney') && !invoice.accepted_at && !invoice.progress;
  const requested = offeredValue(search.get('group'), INVOICE_LINE_GROUPS) as InvoiceLineGroup | '';
  const group = requested || firstGroup(invoice);
  const counts = invoice.groups.find((item) => item.group === group);
  const chosen: ChosenLines = { invoiceId: invoice.id, count: counts?.undecided ?? 0, which: { group } };
  return (
    <>
      <Tabs<InvoiceLineGroup>
        label="Строки счёта"
        // Most invoices repeat no other one; while one is compared again, the chosen group stays.
        tabs={invoice.groups
          .filter((item) => item.group !== 'repeated' || item.count > 0 || item.group === group)
          .map((item) => ({
            value: item.group,
            label: INVOICE_LINE_GROUP_TITLE[item.group],
            count: item.count,
          }))}
        value={group}
        onChange={(next) => write({ group: next, page: null, decision: null })}
        action={
          may &&
          chosen.count > 0 && <LineActions invoice={invoice} group={group} chosen={chosen} open={open} all />
        }
      >
        <Stack>
          {counts && counts.count > 0 && (
            <p className={styles.sums}>
              <span>
                У сети <Money value={counts.theirs} />
              </span>
              <span>
                У нас <Money value={counts.ours} />
              </span>
              {group !== 'equal' && <span>Не решено: {counts.undecided}</span>}
            </p>
          )}
          <LineTable invoice={invoice} group={group} may={may && group !== 'equal'} open={open} />
        </Stack>
      </Tabs>
      {dialog}
    </>
  );
}

/** The first group that has something to decide, otherwise what is equal. */
function firstGroup({ groups }: NetworkInvoiceFile): InvoiceLineGroup {
  return (
    (groups.find(({ undecided }) => undecided > 0) ?? groups.find(({ count }) => count > 0))?.group ?? 'equal'
  );
}

type LineTableProps = {
  invoice: NetworkInvoiceFile;
  group: InvoiceLineGroup;
  may: boolean;
  open: OpenDialog;
};

function LineTable({ invoice, group, may, open }: LineTableProps) {
  const [search] = useSearchParams();
  const filters = useAddressFilters([
    {
      key: 'decision' as const,
      label: 'Решение',
      all: 'Все решения',
      options: [
        { value: 'open', label: 'Не решено' },
        ...LINE_DECISIONS.map((value) => ({ value, label: LINE_DECISION_TITLE[value] })),
      ],
    },
  ]);
  const columns = useMemo(() => lineColumns(group), [group]);
  const decision = (filters.chosen.decision || undefined) as LineDecision | 'open' | undefined;
  const query = { group, decision, ...(filters.words && { q: filters.words }) };
  const page = parsePage(search.get('page'));
  const lines = useRead(
    listNetworkInvoiceLines,
    { params: { id: invoice.id }, query: { ...query, page } },
    { keepPrevious: true },
  );
  const listed = useMemo(() => lines.data?.data.map(({ id }) => id) ?? [], [lines.data]);
  const { selection, selected } = useRowSelection(listed);
  if (!lines.data && lines.error)
    return <LoadError onReload={() => void lines.refetch()} message={lines.error.message} />;
  return (
    <>
      <AddressFilterBar
        label="Поиск и фильтры строк"
        search={{ label: 'Поиск строк', placeholder: 'Карта, АЗС, клиент' }}
        filters={group === 'equal' ? { ...filters, fields: [] } : filters}
      />
      {!lines.data && <TableSkeleton columns={5} />}
      {lines.data && (
        <PagedStaffTable
          caption={INVOICE_LINE_GROUP_TITLE[group]}
          columns={columns}
          answer={lines.data}
          rowKey={(item) => item.id}
          all={() => readPages(listNetworkInvoiceLines, { params: { id: invoice.id }, query })}
          empty={{
            title: 'Таких строк нет',
            text: invoice.progress ? 'Счёт ещё сверяется.' : 'В этой группе ничего не нашлось.',
          }}
          {...(may && { selection })}
          nameRow={({ card, row }) => `карта ${card}${row === null ? '' : `, строка ${row}`}`}
          fit
        />
      )}
      {may && (
        <SelectionBar
          label="Выбранные строки"
          text={counted(selected.length, LINES)}
          selected={selected.length}
          onNone={() => selection.chooseAll(selected, false)}
        >
          <LineActions
            invoice={invoice}
            group={group}
            chosen={{ invoiceId: invoice.id, count: selected.length, which: { lines: [...selected] } }}
            open={open}
          />
        </SelectionBar>
      )}
    </>
  );
}

type LineActionsProps = {
  invoice: NetworkInvoiceFile;
  group: InvoiceLineGroup;
  chosen: ChosenLines;
  open: OpenDialog;
  /** The buttons say that they reach the whole group. */
  all?: boolean;
};

function LineActions({ invoice, group, chosen, open, all = false }: LineActionsProps) {
  const reach = all ? ` все ${chosen.count}` : '';
  return (
    <Row gap="1">
      {group !== 'repeated' && (
        <Button size="small" onClick={() => open(AcceptLinesDialog, chosen)}>
          {`Принять${reach}`}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => open(DisputeLinesDialog, chosen)}>
        {all ? 'Спорить обо всех' : 'Спорить'}
      </Button>
      {group === 'theirs' && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => open(RequestLinesDialog, chosen)}
          disabledReason={
            invoice.asks_again ? null : 'Эта сеть не отдаёт продажи прошлых дней: напишите ей сами'
          }
        >
          Запросить у сети
        </Button>
      )}
    </Row>
  );
}
