import { useState } from 'react';
import { groupedNumber } from '../../cards/describe-card.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { listClientCards } from '#contract/client-parts.ts';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { moneyColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { BlockCardModal, type ClientCard } from './BlockCardModal.tsx';
import { ClientPart } from './ClientPart.tsx';
import styles from './Clients.module.css';

const REFRESH_MS = 5000;

/** A client's cards, each of which staff can hold. */
export function ClientCards({ companyId }: { companyId: number }) {
  const [asking, setAsking] = useState<ClientCard | null>(null);
  const problem = useStaffProblem('staff.serveClients');
  return (
    <>
      <ClientPart
        endpoint={listClientCards}
        companyId={companyId}
        caption="Карты клиента"
        columns={columns(problem, setAsking)}
        rowKey={(one) => one.id}
        empty="Карт у клиента ещё нет"
        refetchMs={REFRESH_MS}
      />
      {asking && <BlockCardModal card={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

function columns(problem: string | null, ask: (card: ClientCard) => void): readonly Column<ClientCard>[] {
  return [
    {
      key: 'number',
      header: 'Карта',
      narrow: 'title',
      value: (one) => one.card_number,
      cell: (one) => (
        <TwoLines below={one.comment}>
          <span className={styles.number}>{groupedNumber(one.card_number)}</span>
        </TwoLines>
      ),
    },
    {
      key: 'partner',
      header: 'Сеть',
      narrow: 'second',
      value: (one) => one.partner,
      cell: (one) => one.partner,
    },
    {
      key: 'status',
      header: 'Состояние',
      narrow: 'plain',
      value: (one) => one.status,
      cell: (one) => <TwoLines below={holdWords(one)}>{statusWord(one)}</TwoLines>,
    },
    moneyColumn({ key: 'sum', header: 'Баланс', narrow: 'aside', value: (one) => one.card_sum }),
    {
      key: 'deed',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (one) => <CardDeed card={one} problem={problem} onAsk={() => ask(one)} />,
    },
  ];
}

function CardDeed(props: { card: ClientCard; problem: string | null; onAsk: () => void }) {
  const { card, onAsk } = props;
  const held = card.hold?.kind === 'staff';
  const problem =
    props.problem ?? (!held && card.status_id === CARD_STATUS.notSetUp ? 'Карта ещё не настроена' : null);
  return (
    <Button size="small" onClick={onAsk} disabled={problem !== null} disabledReason={problem ?? ''}>
      {held ? 'Разблокировать' : 'Заблокировать'}
    </Button>
  );
}

function statusWord({ status_id: id, status, waiting }: ClientCard) {
  if (waiting) return <StatusWord tone="wait">Ждёт ответа сети</StatusWord>;
  if (id === CARD_STATUS.active) return <StatusWord tone="go">{status}</StatusWord>;
  return <StatusWord tone={id === CARD_STATUS.blocked ? 'locked' : 'neutral'}>{status}</StatusWord>;
}

function holdWords({ hold }: ClientCard): string | null {
  if (!hold) return null;
  return HOLD_WHO[hold.kind](hold.reason);
}

const HOLD_WHO: Record<NonNullable<ClientCard['hold']>['kind'], (reason: string) => string> = {
  staff: (reason) => `Программой: ${reason}`,
  company: () => 'Вместе с клиентом',
  rules: (reason) => `Правилами клиента: ${reason}`,
  signal: (reason) => `Проверкой клиента: ${reason}`,
};
