import { useMemo, useState } from 'react';
import { can } from '#contract/access.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { readReplacement } from '#contract/orders/virtual-cards.ts';
import { useRead } from '../../state/use-call.ts';
import { useRole } from '../../server/session.ts';
import { CardHero } from '../../features/cabinet/card-page/CardHero.tsx';
import { CardRules } from '../../features/cabinet/card-page/CardRules.tsx';
import { MoveCardModal } from '../../features/cabinet/drivers/MoveCardModal.tsx';
import { CardTruck } from '../../features/cabinet/fleet/CardTruck.tsx';
import { ReplaceCardButton } from '../../features/cabinet/virtual-cards/ReplaceCardButton.tsx';
import { ReplacementPanel } from '../../features/cabinet/virtual-cards/ReplacementPanel.tsx';
import { PumpCodePanel } from '../../features/cabinet/pump/PumpCodePanel.tsx';
import { CardRulesPanel } from '../../features/cabinet/rules/CardRulesPanel.tsx';
import { CardMissing, NoSuchCard } from '../../cards/CardMissing.tsx';
import { LimitEditor } from '../../features/cabinet/limits-and-goods/LimitEditor.tsx';
import { StatusModal } from '../../features/cabinet/card-status/StatusModal.tsx';
import { useChosenCard } from '../../cards/use-chosen-card.ts';
import { operationColumns } from '../../features/cabinet/operations/operation-columns.tsx';
import { OperationPanel } from '../../features/cabinet/operations/OperationPanel.tsx';
import { useOpenOperation } from '../../features/cabinet/operations/use-open-operation.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import type { Card } from '../../cards/describe-card.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableSkeleton } from '../../ui/states/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/text/TextLink.tsx';

const LAST_OPERATIONS = 5;
const OPERATIONS_REFRESH_MS = 15_000;

/** /cabinet/card?id=: one card, what it may pay for, and its last operations (spec section 2). */
export default function CardPage() {
  const { cardId, card, read } = useChosenCard('id');
  const [changing, setChanging] = useState<Card | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  // These decide on a button and a panel at the top: what is below would move if they came later than the card.
  const partners = useRead(listPartners);
  const replacement = useRead(readReplacement, { params: { id: cardId ?? 0 } }, { enabled: cardId !== null });

  if (cardId === null) return <NoSuchCard />;
  if (!card || partners.isPending || replacement.isPending) {
    return (
      <CardMissing error={read.error} reloading={read.isFetching} onReload={() => void read.refetch()} />
    );
  }
  return (
    <Stack gap="3">
      <CardHero
        card={card}
        onChangeStatus={() => setChanging(card)}
        more={<ReplaceCardButton key={card.id} card={card} />}
      />
      <ReplacementPanel key={card.id} card={card} />
      <CardRules
        card={card}
        limitEditor={<LimitEditor key={card.id} card={card} />}
        truckEditor={(close) => <CardTruck key={card.id} card={card} mayChange={mayChange} onDone={close} />}
        moveDialog={(close) => <MoveCardModal card={card} onClose={close} />}
      />
      {mayChange && <PumpCodePanel key={card.id} card={card} />}
      <CardRulesPanel key={card.id} card={card} />
      <LastOperations cardId={card.id} />
      <StatusModal card={changing} onClose={() => setChanging(null)} />
    </Stack>
  );
}

function LastOperations({ cardId }: { cardId: number }) {
  const operations = useRead(listOperations, { query: { cardId } }, { refetchMs: OPERATIONS_REFRESH_MS });
  const list = operations.data?.data.slice(0, LAST_OPERATIONS);
  const { openId, getPath } = useOpenOperation();
  // The page is about one card, so the rows do not repeat it.
  const columns = useMemo(
    () => operationColumns(getPath).filter(({ key, extra }) => !extra && key !== 'card' && key !== 'driver'),
    [getPath],
  );
  return (
    <Panel
      title="Последние операции"
      variant="flush"
      action={
        list &&
        list.length > 0 && (
          <TextLink to={paths.cardTransactions(cardId)} data-print="hide">
            Все операции карты
          </TextLink>
        )
      }
    >
      {operations.isPending && <TableSkeleton count={LAST_OPERATIONS} label="Загружаются операции" />}
      {operations.isError && !list && (
        <LoadError onReload={() => void operations.refetch()} reloading={operations.isFetching} />
      )}
      {list?.length === 0 && (
        <EmptyState title="Операций ещё не было">Здесь будут пополнения и заправки.</EmptyState>
      )}
      {list && list.length > 0 && (
        <DataTable
          caption="Операции"
          columns={columns}
          rows={list}
          rowKey={(item) => item.id}
          isCurrent={(item) => item.id === openId}
          fit
        />
      )}
      {list && <OperationPanel rows={list} />}
    </Panel>
  );
}
