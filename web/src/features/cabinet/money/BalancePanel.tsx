import { useState } from 'react';
import { listCards } from '#contract/cards/cards.ts';
import { readClient } from '#contract/money/money.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { ListState } from '../../../tables/states/ListState.tsx';
import { BalanceSheet, type Account } from './BalanceSheet.tsx';
import { lazyDialog } from '../../../ui/layers/lazy-dialog.tsx';

const RevokeModal = lazyDialog(
  async () => (await import('./RevokeModal.tsx')).RevokeModal,
  ({ account }) => account !== null,
);

type Props = { companyId: number; /** Shows placeholders and reads nothing yet. */ waits: boolean };

/**
 * Shows a company's money, kept up to date, and returns money from its accounts (spec section 2, "Cabinet widgets").
 */
export function BalancePanel({ companyId, waits }: Props) {
  const enabled = !waits;
  const client = useRead(readClient, { params: { id: companyId } }, { refetchMs: REFRESH_MS, enabled });
  // The same read as the unfiltered list of cards, so its page makes one request for both.
  const cards = useRead(listCards, { query: {} }, { enabled });
  const [revokedId, setRevokedId] = useState<Account['id'] | null>(null);

  if (!client.data && client.isError) return <ListState of={readClient} read={client} />;
  return (
    <>
      <ListState of={readClient} read={client} what="Остатки" />
      <BalanceSheet
        balances={client.data?.data ?? null}
        onCards={cards.data ? sumOfCards(cards.data.data) : cards.isError ? 'unknown' : null}
        inTransit={sumInTransit(cards.data?.data ?? [])}
        onTransfer={({ id }) => setRevokedId(id)}
      />
      <RevokeModal
        companyId={companyId}
        // Uses the current sum. A colleague may have taken some of it since the dialogue was opened.
        account={client.data?.data.accounts.find(({ id }) => id === revokedId) ?? null}
        onClose={() => setRevokedId(null)}
      />
    </>
  );
}

const REFRESH_MS = 15_000;

function sumOfCards(cards: readonly Card[]): number {
  return getTotal(cards.map((card) => card.card_sum));
}

/** Returns the money that has left its account and waits for a network. A block moves nothing. */
function sumInTransit(cards: readonly Card[]): number {
  return getTotal(cards.flatMap((card) => card.inProgressOperations.map(({ sum }) => sum)));
}

/** Sums in whole kopecks, so that no fraction of a kopeck appears. */
function getTotal(rubles: readonly number[]): number {
  return rubles.reduce((kopecks, ruble) => kopecks + Math.round(ruble * 100), 0) / 100;
}
