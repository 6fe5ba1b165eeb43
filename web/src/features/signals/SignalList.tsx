import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { listSignals, SIGNAL_STATE_TITLE, SIGNAL_STATES, type SignalState } from '#contract/signals.ts';
import { offeredValue, pageOf } from '../../lib/read-address.ts';
import { paths } from '../../paths.ts';
import { useRole } from '../../server/session.ts';
import { readPages } from '../../state/read-pages.ts';
import { useRead } from '../../state/use-call.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';
import { ChoiceChips } from '../../tables/ChoiceChips.tsx';
import { exportRows } from '../../tables/export-rows.ts';
import { FileMenu } from '../../tables/TableTools.tsx';
import { PLAIN_VIEW } from '../../tables/table-view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { SIGNAL_COLUMNS } from './signal-columns.ts';
import { SignalLine } from './SignalLine.tsx';
import type { Signal } from './signal-words.ts';
import styles from './Signals.module.css';
import { VerdictModal } from './VerdictModal.tsx';

const POLL_MS = 30_000;
const PER_PAGE = 20;
const STATES = [
  { value: '', label: 'Все' },
  ...SIGNAL_STATES.map((value) => ({ value, label: SIGNAL_STATE_TITLE[value] })),
];

/** «Что не так»: each signal with what it was found by, and what people make of it. */
export function SignalList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const state = offeredValue(search.get('state'), SIGNAL_STATES) as SignalState | '';
  const page = pageOf(search.get('page'));
  const chosen = state === '' ? {} : { state };
  const read = useRead(
    listSignals,
    { query: { ...chosen, page, perPage: PER_PAGE } },
    { refetchMs: POLL_MS, keepPrevious: true },
  );
  const found = read.data;
  const save = async (format: 'xlsx' | 'csv') => {
    const rows = await readPages(listSignals, { query: chosen });
    return exportRows(format, { name: 'Что не так', columns: SIGNAL_COLUMNS, rows, view: PLAIN_VIEW });
  };
  return (
    <Stack>
      <Row between nowrap align="start">
        <ChoiceChips
          label="Состояние"
          options={STATES}
          value={state}
          onChange={(next) => write({ state: next, page: null })}
        />
        <div className={styles.files}>
          <FileMenu save={save} />
        </div>
      </Row>
      {read.isPending ? (
        <ListSkeleton count={4} label="Загружаются сигналы" />
      ) : !found ? (
        <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
      ) : found.data.length === 0 ? (
        <Nothing filtered={state !== ''} />
      ) : (
        <>
          <Found signals={found.data} />
          <Pagination
            page={page}
            totalPages={found.meta.pagination.total_pages}
            onChange={(next) => write({ page: next })}
          />
        </>
      )}
    </Stack>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="Таких сигналов нет">Выберите другое состояние.</EmptyState>;
  return (
    <EmptyState
      title="Пока всё в порядке"
      action={<TextLink to={paths.signalRules}>Правила проверки</TextLink>}
    >
      Здесь будут заправки, которые выглядят странно: больше бака, ночью, слишком часто. Проверка идёт сама.
    </EmptyState>
  );
}

function Found({ signals }: { signals: readonly Signal[] }) {
  const [judged, setJudged] = useState<Signal | null>(null);
  const mayJudge = can(useRole(), 'changeCard');
  return (
    <>
      <Panel variant="flush" aria-label="Что не так">
        <ul className={styles.list}>
          {signals.map((one) => (
            <SignalLine key={one.id} signal={one} onJudge={mayJudge ? () => setJudged(one) : null} />
          ))}
        </ul>
      </Panel>
      {judged && <VerdictModal signal={judged} onClose={() => setJudged(null)} />}
    </>
  );
}
