import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { can } from '#contract/access.ts';
import { PARTNER_KEYS } from '#contract/ids.ts';
import { type clientBalances, readCredit } from '#contract/money/money.ts';
import { useRole, useSession } from '../../../server/session.ts';
import { toneOfPartner } from '../../../cards/describe-card.ts';
import { isCurrentAddress } from '../../../lib/is-current-address.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { SegmentKey, StackedBar, type Segment } from '../../../ui/text/Meter.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { InlineSkeleton } from '../../../ui/states/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import { BalanceRow } from './BalanceRow.tsx';
import styles from './BalanceSheet.module.css';
import { ownUnallocated } from './own-unallocated.ts';
import { useRead } from '../../../state/use-call.ts';
import { formatDate } from '../../../lib/format.ts';
import { counted, type PluralForms } from '#contract/values/counted.ts';

type ClientBalances = z.infer<typeof clientBalances>;
export type Account = ClientBalances['accounts'][number];

type Props = {
  /** Null while loading. The space is reserved, so that nothing below moves. */
  balances: ClientBalances | null;
  /** Null while loading. */
  onCards: number | null | 'unknown';
  /** Waits for a network, on its way to a card or back. */
  inTransit: number;
  onTransfer: (account: Account) => void;
};

/**
 * Shows the money that can be moved now as the largest figure, then the rest, credit and own funds: a column beside the
 * page, and one line above it where a column would take the room of the rows (decision 151).
 */
export function BalanceSheet(props: Props) {
  const isLine = useMedia(BALANCE_LINE);
  const isPhone = useMedia('(max-width: 767px)');
  const [opened, setOpened] = useState(false);
  const expected = props.balances === null;
  const status = expected && <VisuallyHidden role="status">Загружаются балансы</VisuallyHidden>;
  const bar = <StackedBar label="Где лежат деньги" segments={makeSegments(props)} />;
  if (!isLine) {
    return (
      <Panel className={styles.panel} aria-label="Балансы" aria-busy={expected || undefined}>
        {status}
        <div className={styles.head}>
          <h2 className={styles.label}>
            <SegmentKey tone="free" />
            Нераспределённые средства
          </h2>
          <Figure balances={props.balances} size="figure" />
          <BalanceParts balances={props.balances} />
          <MoneyActions balances={props.balances} />
        </div>
        {bar}
        <Details {...props} />
      </Panel>
    );
  }
  return (
    <Panel className={styles.folded} aria-label="Балансы" aria-busy={expected || undefined}>
      {status}
      <div className={styles.line}>
        <h2 className={styles.label}>
          <VisuallyHidden>Нераспределённые средства</VisuallyHidden>
          <span aria-hidden="true">Свободно</span>
        </h2>
        <Figure balances={props.balances} size="title" />
        {!isPhone && <MoneyActions balances={props.balances} />}
        <button
          type="button"
          className={styles.toggle}
          aria-label="Счета сетей и кредит"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {!isPhone && 'Счета сетей и кредит'}
          <IconChevronDown aria-hidden="true" stroke={1.75} />
        </button>
      </div>
      <div className={styles.opened} hidden={!opened}>
        <BalanceParts balances={props.balances} />
        {isPhone && <MoneyActions balances={props.balances} />}
        {bar}
        <div className={styles.details}>
          <Details {...props} />
        </div>
      </div>
    </Panel>
  );
}

/** Widths without a column for the balances (CabinetLayout.module.css). */
const BALANCE_LINE = '(max-width: 1399px)';

function Details({ balances, onCards, inTransit, onTransfer }: Props) {
  const company = useSession().profile?.company;
  const credit = balances ? balances.creditSum : (company?.client?.creditSum ?? 0);
  // After a limit is removed while the company owes, nothing else shows the debt.
  const mayOwe = credit > 0 || balances?.notDistSum === 0;
  return (
    <>
      <dl className={styles.rows}>
        {balances
          ? balances.accounts.map((account) => (
              <AccountRow key={account.id} account={account} onTransfer={() => onTransfer(account)} />
            ))
          : Object.keys(PARTNER_KEYS).map((partner) => <ExpectedRow key={partner} />)}
        {onCards !== 'unknown' && <SumRow label="На картах" value={onCards} tone="ink" />}
        {inTransit > 0 && <SumRow label="В пути" value={inTransit} />}
        {(balances?.held ?? 0) > 0 && <SumRow label="На удержании для АЗС" value={balances?.held ?? 0} />}
        <SumRow label="Мои средства" value={balances?.ownFunds ?? null} strong />
      </dl>
      <dl className={styles.rows}>
        <SumRow label="Кредитный лимит" value={credit} />
        {company && mayOwe && <CreditTerms companyId={company.id} waits={!balances} />}
      </dl>
    </>
  );
}

function Figure({ balances, size }: Pick<Props, 'balances'> & { size: 'figure' | 'title' }) {
  return balances === null ? (
    <span aria-hidden="true" className={styles.expected}>
      <Money value={0} size={size} />
    </span>
  ) : (
    <Money value={balances.notDistSum} size={size} />
  );
}

/** Shows the credit part right away, because it is not the company's own money. */
function BalanceParts({ balances }: Pick<Props, 'balances'>) {
  const known = useSession().profile?.company?.client?.creditSum ?? 0;
  if ((balances?.creditSum ?? known) <= 0) return null;
  return (
    <p className={styles.parts}>
      <span>Своих {balances ? <Money value={ownUnallocated(balances)} /> : <InlineSkeleton />},</span>{' '}
      <span>кредита {balances ? <Money value={balances.creditAvailable} /> : <InlineSkeleton />}</span>
    </p>
  );
}

function MoneyActions({ balances }: Pick<Props, 'balances'>) {
  if (!can(useRole(), 'moveMoney')) {
    return <p className={styles.quiet}>Деньгами распоряжаются менеджер и администратор компании</p>;
  }
  return (
    <div className={styles.actions}>
      {!isCurrentAddress(paths.payment(1)) && (
        <ButtonLink to={paths.payment(1)} size="small">
          Пополнить
        </ButtonLink>
      )}
      {/* Without money there is nothing to distribute; with one network the place in the menu is enough. */}
      {balances?.notDistSum !== 0 &&
        balances?.accounts.length !== 1 &&
        !isCurrentAddress(paths.distribute) && (
          <ButtonLink to={paths.distribute} size="small">
            Распределить
          </ButtonLink>
        )}
    </div>
  );
}

function AccountRow({ account, onTransfer }: { account: Account; onTransfer: () => void }) {
  const mayMove = can(useRole(), 'moveMoney');
  const reason = mayMove
    ? account.sum > 0
      ? null
      : 'На счёте нет средств'
    : 'У вас просмотр: менять может менеджер или администратор';
  return (
    <div className={styles.account}>
      <dt className={styles.name}>
        <SegmentKey tone={toneOfPartner(account.partner_id)} />
        {account.name}
      </dt>
      <dd className={styles.balance}>
        <Money value={account.sum} className={account.sum < 0 ? styles.debt : undefined} />
      </dd>
      <dd className={styles.deed}>
        <Button
          variant="quiet"
          size="small"
          className={styles.transfer}
          onClick={onTransfer}
          disabled={reason !== null}
          disabledReason={reason ?? ''}
          aria-label={`Перевести: ${account.name}`}
        >
          Перевести
        </Button>
      </dd>
    </div>
  );
}

/** A placeholder for a network's account, of the same height. */
function ExpectedRow() {
  return (
    <div className={styles.account}>
      <dt className={styles.name}>
        <span>
          <InlineSkeleton />
        </span>
      </dt>
      <dd className={styles.balance}>
        <InlineSkeleton />
      </dd>
      <dd className={styles.deed} />
    </div>
  );
}

type SumProps = { label: string; value: number | null; tone?: Segment['tone']; strong?: boolean };

function SumRow({ value, ...row }: SumProps) {
  return <BalanceRow {...row}>{value === null ? <InlineSkeleton /> : <Money value={value} />}</BalanceRow>;
}

function makeSegments({ balances, onCards }: Pick<Props, 'balances' | 'onCards'>): Segment[] {
  if (!balances) return [];
  return [
    {
      key: 'free',
      label: 'нераспределённые',
      value: ownUnallocated(balances),
      tone: 'free',
    },
    { key: 'credit', label: 'кредит', value: balances.creditAvailable, tone: 'credit' },
    ...balances.accounts.map((account): Segment => ({
      key: String(account.id),
      label: account.name,
      value: account.sum,
      tone: toneOfPartner(account.partner_id),
    })),
    { key: 'cards', label: 'на картах', value: typeof onCards === 'number' ? onCards : 0, tone: 'ink' },
  ];
}

type CreditTermsProps = { companyId: number; /** Reads nothing yet. */ waits: boolean };

/** The term of a company's credit; where credit is used, what is owed and until when (agreement, 3.6). */
function CreditTerms({ companyId, waits }: CreditTermsProps) {
  const read = useRead(readCredit, { params: { id: companyId } }, { refetchMs: REFRESH_MS, enabled: !waits });
  if (!read.data && read.isError) return <BalanceRow label="Срок оплаты кредита">не загрузился</BalanceRow>;
  if (!read.data) return <div className={styles.terms} />;
  const { creditDaysForPayment, creditDaysWithoutPayment, debt } = read.data.data;
  if (!debt) {
    return (
      <>
        {creditDaysForPayment > 0 && (
          <BalanceRow label="Срок оплаты">{counted(creditDaysForPayment, DAYS)}</BalanceRow>
        )}
        {creditDaysWithoutPayment > 0 && (
          <BalanceRow label="Ещё без оплаты">{counted(creditDaysWithoutPayment, DAYS)}</BalanceRow>
        )}
      </>
    );
  }
  return (
    <>
      <BalanceRow label="Задолженность" alarming={debt.late}>
        <Money value={-debt.sum} />
      </BalanceRow>
      {debt.payUntil && (
        <BalanceRow label={debt.late ? 'Срок оплаты прошёл' : 'Оплатить до'} alarming={debt.late}>
          {formatDate(debt.payUntil, 'long')}
        </BalanceRow>
      )}
      {debt.workUntil && <BalanceRow label="Крайний срок">{formatDate(debt.workUntil, 'long')}</BalanceRow>}
    </>
  );
}

const REFRESH_MS = 15_000;
const DAYS: PluralForms = ['день', 'дня', 'дней'];
