import { useEffect } from 'react';
import { listOperations, type Operation } from '#contract/fuel/operations.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { SidePanel, type Steps } from '../../../ui/layers/SidePanel.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DisputeButton } from './DisputeButton.tsx';
import { OperationSheet } from './OperationSheet.tsx';
import { formatTitle } from './operation-text.ts';
import { useOpenOperation } from './use-open-operation.ts';

const REFRESH_MS = 10_000;

/** Shows the operation that the address names beside the list of `rows`, which has its neighbours. */
export function OperationPanel({ rows }: { rows: readonly Operation[] }) {
  const { openId } = useOpenOperation();
  return openId === null ? null : <Opened id={openId} rows={rows} />;
}

function Opened({ id, rows }: { id: number; rows: readonly Operation[] }) {
  const write = useWriteAddress();
  const read = useRead(listOperations, { query: { operationId: id } }, { refetchMs: REFRESH_MS });
  // The list already has most fields of the operation.
  const operation = read.data?.data[0] ?? rows.find((row) => row.id === id);
  useFocusOnRow(id);
  return (
    <SidePanel
      title={operation ? formatTitle(operation.type, operation.purchase) : 'Операция'}
      subject={id}
      onClose={() => write({ operation: null })}
      steps={findSteps(rows, id, (operationId) => write({ operation: operationId }))}
      foot={operation && <DisputeButton key={operation.id} operation={operation} />}
    >
      {operation ? (
        <OperationSheet key={operation.id} operation={operation} />
      ) : read.error ? (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      ) : read.data ? (
        <EmptyState title="Такой операции нет">Возможно, ссылка вела к операции другой компании.</EmptyState>
      ) : (
        <TextSkeleton />
      )}
    </SidePanel>
  );
}

function findSteps(rows: readonly Operation[], id: number, open: (id: number) => void): Steps | null {
  const place = rows.findIndex((row) => row.id === id);
  if (place < 0) return null;
  const stepTo = (row: Operation | undefined) => (row ? () => open(row.id) : null);
  return { previous: stepTo(rows[place - 1]), next: stepTo(rows[place + 1]) };
}

/** Keeps the row of the open operation in sight, and gives it the focus once the panel is closed. */
function useFocusOnRow(id: number): void {
  useEffect(() => {
    findRow(id)?.scrollIntoView({ block: 'nearest' });
    return () => {
      queueMicrotask(() => {
        const isLost = !document.activeElement || document.activeElement === document.body;
        if (isLost) findRow(id)?.focus({ preventScroll: true });
      });
    };
  }, [id]);
}

function findRow(id: number): HTMLElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>('tbody a[href*="operation="]');
  return [...links].find((link) => new URL(link.href).searchParams.get('operation') === String(id));
}
