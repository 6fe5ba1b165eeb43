import { useState } from 'react';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards.ts';
import { readClient, type clientBalances } from '#contract/money.ts';
import type { z } from 'zod';
import { useRole } from '../../api/session.ts';
import { useRead } from '../../api/use-call.ts';
import { toneOfPartner, type Card } from '../../forms/describe-card.ts';
import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { SegmentKey, StackedBar, type Segment } from '../../ui/Meter.tsx';
import { Money } from '../../ui/Money.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { CardSkeleton } from '../../ui/Skeleton.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { RevokeModal } from './RevokeModal.tsx';
import styles from './BalancePanel.module.css';

export type ClientBalances = z.infer<typeof clientBalances>;
type Account = ClientBalances['accounts'][number];

/**
 * The money of a company: what can be moved now as the largest figure, where the rest lies, credit and own funds
 * (spec section 2, "Cabinet widgets"; look.md, "The balance panel").
 */
export function BalancePanel({ companyId }: { companyId: number }) {
  const client = useRead(readClient, { params: { id: companyId } }, { refetchMs: REFRESH_MS });
  // The same read as the unfiltered list of cards: its page asks once for both.
  const cards = useRead(listCards, { query: {} });
  const [revoked, setRevoked] = useState<Account | null>(null);
  // On a phone the cards come into the first screen, and the accounts open by a touch.
  const folded = useMedia('(max-width: 767px)');

  if (client.isPending) return <CardSkeleton label="Загружаются балансы" />;
  if (!client.data) {
    return <LoadError onReload={() => void client.refetch()} reloading={client.isFetching} />;
  }
  const balances = client.data.data;
  const onCards = cards.data ? sumOfCards(cards.data.data) : null;
  const details = <Details balances={balances} onCards={onCards} onTransfer={setRevoked} />;
  return (
    <Panel className={styles.panel} aria-label="Балансы">
      <Unallocated balances={balances} />
      <StackedBar label="Где лежат деньги" segments={segmentsOf(balances, onCards ?? 0)} />
      {folded ? (
        <Disclosure summary="Счета сетей и кредит">
          <div className={styles.more}>{details}</div>
        </Disclosure>
      ) : (
        details
      )}
      <RevokeModal companyId={companyId} account={revoked} onClose={() => setRevoked(null)} />
    </Panel>
  );
}

type DetailsProps = {
  balances: ClientBalances;
  /** Null while nobody knows. */
  onCards: number | null;
  onTransfer: (account: Account) => void;
};

function Details({ balances, onCards, onTransfer }: DetailsProps) {
  return (
    <>
      <dl className={styles.rows}>
        {balances.accounts.map((account) => (
          <AccountRow key={account.id} account={account} onTransfer={() => onTransfer(account)} />
        ))}
        {onCards !== null && <PlainRow label="На картах" value={onCards} tone="ink" />}
      </dl>
      <dl className={styles.rows}>
        <PlainRow label="Кредитный лимит" value={balances.creditSum} />
        {balances.creditSum > 0 && <PlainRow label="Доступно в кредит" value={balances.creditAvailable} />}
        <PlainRow label="Мои средства" value={balances.ownFunds} strong />
      </dl>
      <p className={styles.quiet}>
        <TextLink to={paths.statement}>Акт сверки</TextLink>
      </p>
    </>
  );
}

function Unallocated({ balances }: { balances: ClientBalances }) {
  const readsOnly = !can(useRole(), 'moveMoney');
  return (
    <div className={styles.head}>
      <h2 className={styles.label}>
        <SegmentKey tone="free" />
        Нераспределённые средства
      </h2>
      <Money value={balances.notDistSum} size="figure" />
      {readsOnly ? (
        <p className={styles.quiet}>Деньгами распоряжаются менеджер и администратор компании</p>
      ) : (
        <div className={styles.actions}>
          <ButtonLink to={paths.payment(1)} size="small">
            Пополнить
          </ButtonLink>
          <ButtonLink to={paths.distribute} size="small">
            Распределить
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function AccountRow({ account, onTransfer }: { account: Account; onTransfer: () => void }) {
  const mayMove = can(useRole(), 'moveMoney');
  const reason = mayMove ? (account.sum > 0 ? null : 'На счёте нет средств') : 'Специалист только смотрит';
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

type RowProps = { label: string; value: number; tone?: Segment['tone']; strong?: boolean };

function PlainRow({ label, value, tone, strong = false }: RowProps) {
  return (
    <div className={styles.row}>
      <dt className={styles.name}>
        {tone && <SegmentKey tone={tone} />}
        {label}
      </dt>
      <dd className={strong ? styles.strong : styles.sum}>
        <Money value={value} />
      </dd>
    </div>
  );
}

const REFRESH_MS = 15_000;

function segmentsOf(balances: ClientBalances, onCards: number): Segment[] {
  return [
    {
      key: 'free',
      label: 'нераспределённые',
      value: balances.notDistSum,
      tone: 'free',
    },
    ...balances.accounts.map((account): Segment => ({
      key: String(account.id),
      label: account.name,
      value: account.sum,
      tone: toneOfPartner(account.partner_id),
    })),
    { key: 'cards', label: 'на картах', value: onCards, tone: 'ink' },
  ];
}

/** In whole kopecks, so that no sum gains a stray fraction on its way. */
function sumOfCards(cards: readonly Card[]): number {
  return cards.reduce((kopecks, card) => kopecks + Math.round(card.card_sum * 100), 0) / 100;
}
