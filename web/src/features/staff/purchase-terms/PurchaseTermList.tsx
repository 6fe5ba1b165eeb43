import {
  createPurchaseTerm,
  endPurchaseTerm,
  listPurchaseTerms,
  PURCHASE_TERM_STATE_TITLE,
  type PurchaseTermOnWire,
  type PurchaseTermState,
} from '#contract/programme/purchase-terms.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from '../../../staff/StaffList.module.css';
import { formatGoods, formatPricing } from './format-purchase-term.ts';
import { EndPurchaseTermDialog } from './purchase-term-dialogs.tsx';
import { PurchaseTermModal } from './PurchaseTermModal.tsx';

const TONE: Record<PurchaseTermState, StatusTone> = {
  current: 'go',
  planned: 'wait',
  replaced: 'neutral',
  ended: 'neutral',
  withdrawn: 'neutral',
};

/** Every purchase term there has been: nothing is changed in place, so this is their history too. */
export function PurchaseTermList() {
  const terms = useRead(listPurchaseTerms);
  const problem = useStaffProblem('staff.handleMoney');
  const proposals = useProposals('purchase-term', 'staff.handleMoney');
  const { open, show, dialog } = useDialogs();
  if (!terms.data && terms.error)
    return <LoadError onReload={() => void terms.refetch()} message={terms.error.message} />;
  const rows = terms.data?.data ?? [];
  const add = (
    <Button
      variant="primary"
      disabledReason={problem}
      onClick={() =>
        show((onClose) => <PurchaseTermModal goods={terms.data?.meta.goods ?? []} onClose={onClose} />)
      }
    >
      Новое условие
    </Button>
  );
  return (
    <Stack gap="3">
      <Row between>
        <p className={styles.quiet}>
          По какой цене сети продают топливо программе. Для покупки действует самое близкое условие: сначала
          товара, потом вида топлива, потом всей сети. По ним считается маржа.
        </p>
        {rows.length > 0 && add}
      </Row>
      <WaitingApprovals approvals={proposals.waiting({}, createPurchaseTerm)} />
      {!terms.data && <TableSkeleton columns={6} />}
      {terms.data && rows.length === 0 && (
        <EmptyState title="Условий закупки нет" action={add}>
          Пока их нет, маржа считает, что сети продают топливо по цене АЗС.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          caption="Условия закупки"
          forms={['условие', 'условия', 'условий']}
          columns={makeColumns((term) => open(EndPurchaseTermDialog, term), proposals)}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function makeColumns(
  end: (term: PurchaseTermOnWire) => void,
  proposals: Proposals,
): readonly Column<PurchaseTermOnWire>[] {
  return [
    {
      key: 'network',
      header: 'Сеть',
      narrow: 'title',
      value: (item) => item.partner.title,
      cell: (item) => <TwoLines below={formatGoods(item)}>{item.partner.title}</TwoLines>,
    },
    {
      key: 'pricing',
      header: 'Закупочная цена',
      narrow: 'plain',
      value: formatPricing,
      cell: (item) => <TwoLines below={item.note}>{formatPricing(item)}</TwoLines>,
    },
    {
      key: 'bonus',
      header: 'Бонус',
      width: 90,
      align: 'end',
      value: (item) => item.bonus,
      cell: (item) => (item.bonus === 0 ? '' : `${formatNumber(item.bonus, 2)}\u00a0%`),
    },
    dateColumn({
      key: 'first',
      header: 'С дня',
      width: 140,
      narrow: 'line',
      value: (item) => item.first_day,
      cell: (item) => (
        <TwoLines below={item.last_day && `по ${formatDate(item.last_day)}`}>
          <DateText value={item.first_day} />
        </TwoLines>
      ),
    }),
    {
      key: 'state',
      header: 'Состояние',
      width: 190,
      narrow: 'second',
      value: (item) => PURCHASE_TERM_STATE_TITLE[item.state],
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines below={item.ended && `${item.ended.by}: ${item.ended.reason}`}>
            <StatusLabel tone={TONE[item.state]}>{PURCHASE_TERM_STATE_TITLE[item.state]}</StatusLabel>
          </TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    extraColumn({ key: 'goods', header: 'Топливо или товар', value: formatGoods }),
    extraColumn({ key: 'author', header: 'Кто ввёл', value: (item) => item.created_by }),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 130,
      cell: (item) =>
        !item.ended &&
        item.state !== 'ended' && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => end(item)}
            disabledReason={proposals.problem(endPurchaseTerm, item.id)}
          >
            Завершить
          </Button>
        ),
    },
  ];
}
