import { groupedNumber } from '../../../cards/describe-card.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { listClientCards } from '#contract/companies/client-parts.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { BlockCardDialog, type ClientCard } from './client-dialogs.tsx';
import { ClientPart } from './ClientPart.tsx';
import styles from './Clients.module.css';

const REFRESH_MS = 5000;

/** A client's cards, each of which staff can hold. */
export function ClientCards({ companyId }: { companyId: number }) {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.serveClients');
  return (
    <>
      <ClientPart
        endpoint={listClientCards}
        companyId={companyId}
        caption="Карты клиента"
        columns={columns(problem, (card) => open(BlockCardDialog, card))}
        rowKey={(item) => item.id}
        empty="Карт у клиента ещё нет"
        refetchMs={REFRESH_MS}
      />
      {dialog}
    </>
  );
}

function columns(problem: string | null, ask: (card: ClientCard) => void): readonly Column<ClientCard>[] {
  return [
    {
      key: 'number',
      header: 'Карта',
      narrow: 'title',
      value: (item) => item.card_number,
      cell: (item) => (
        <TwoLines below={item.comment}>
          <span className={styles.number}>{groupedNumber(item.card_number)}</span>
        </TwoLines>
      ),
    },
    {
      key: 'partner',
      header: 'Сеть',
      narrow: 'second',
      value: (item) => item.partner,
      cell: (item) => item.partner,
    },
    {
      key: 'status',
      header: 'Состояние',
      narrow: 'plain',
      value: (item) => item.status,
      cell: (item) => <TwoLines below={formatHold(item)}>{formatStatus(item)}</TwoLines>,
    },
    moneyColumn({ key: 'sum', header: 'Баланс', narrow: 'aside', value: (item) => item.card_sum }),
    {
      key: 'deed',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => <CardAction card={item} problem={problem} onAsk={() => ask(item)} />,
    },
  ];
}

function CardAction(props: { card: ClientCard; problem: string | null; onAsk: () => void }) {
  const { card, onAsk } = props;
  const isBlockedByStaff = card.hold?.kind === 'staff';
  const problem =
    props.problem ??
    (!isBlockedByStaff && card.status_id === CARD_STATUS.notSetUp ? 'Карта ещё не настроена' : null);
  return (
    <Button size="small" onClick={onAsk} disabled={problem !== null} disabledReason={problem ?? ''}>
      {isBlockedByStaff ? 'Разблокировать' : 'Заблокировать'}
    </Button>
  );
}

function formatStatus({ status_id: id, status, waiting }: ClientCard) {
  if (waiting) return <StatusLabel tone="wait">Ждёт ответа сети</StatusLabel>;
  if (id === CARD_STATUS.active) return <StatusLabel tone="go">{status}</StatusLabel>;
  return <StatusLabel tone={id === CARD_STATUS.blocked ? 'locked' : 'neutral'}>{status}</StatusLabel>;
}

function formatHold({ hold }: ClientCard): string | null {
  if (!hold) return null;
  return HOLD_LABELS[hold.kind](hold.reason);
}

const HOLD_LABELS: Record<NonNullable<ClientCard['hold']>['kind'], (reason: string) => string> = {
  staff: (reason) => `Программой: ${reason}`,
  company: () => 'Вместе с клиентом',
  rules: (reason) => `Правилами клиента: ${reason}`,
  signal: (reason) => `Проверкой клиента: ${reason}`,
};
