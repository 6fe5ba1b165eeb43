import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { VAT_ROUNDING } from '#contract/papers/documents.ts';
import { capitalized, formatDate } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { ArchiveButton, type ArchiveScope } from './ArchiveButton.tsx';
import type { DocumentAction } from './DocumentActions.tsx';
import { documentColumns } from './document-columns.tsx';
import { DOCUMENT_FORMS, type MonthlyDocument, isOpen } from './monthly-document.ts';
import { TotalText } from './TotalText.tsx';
import styles from './DocumentList.module.css';
import { offeredValue } from '../../../lib/read-address.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

type Props = {
  documents: readonly MonthlyDocument[];
  mayConfirm: boolean;
  /** Always the same function. */
  onAction: (action: DocumentAction, document: MonthlyDocument) => void;
  /** Confirms the chosen documents by one code. */
  onConfirm: (documents: readonly MonthlyDocument[]) => void;
  /** The documents of another year, while these are on their way. */
  stale: boolean;
};

/** A year's documents with what they come to; chosen ones are added up and downloaded together. */
export function DocumentTable({ documents, mayConfirm, onAction, onConfirm, stale }: Props) {
  const [search] = useSearchParams();
  const { filters, change, clear } = useDocumentFilters();
  const columns = useMemo(() => documentColumns(mayConfirm, onAction), [mayConfirm, onAction]);
  const control = useTableView('documents', columns);
  const shown = useMemo(
    () => documents.filter((document) => matchesFilters(document, filters)),
    [documents, filters],
  );
  const listed = useMemo(() => shown.map(({ id }) => id), [shown]);
  const { selection, selected } = useRowSelection(listed);
  const chosen = shown.filter(({ id }) => selected.includes(id));
  const undecided = chosen.filter(isOpen);
  const found = search.get('document');

  return (
    <Stack gap="3" aria-busy={stale}>
      <FilterBar
        label="Фильтры документов"
        first={null}
        fields={listFilterFields(documents, filters, change)}
        onClear={clear}
      />
      <Row between>
        <p className={styles.totals}>
          {counted(shown.length, DOCUMENT_FORMS)}
          {shown.some(({ vat }) => vat !== null) && ', '}
          <TotalText documents={shown} />
        </p>
        <Row gap="2" data-print="hide">
          <ArchiveButton of={toArchiveScope(shown, filters)} count={shown.length} text="Скачать ZIP" />
          <TableTools
            list="documents"
            columns={columns}
            control={control}
            fileName="Документы"
            rows={() => shown}
          />
        </Row>
      </Row>
      {shown.length === 0 ? (
        <Panel>
          <EmptyState title="Таких документов нет" action={<Button onClick={clear}>Сбросить фильтры</Button>}>
            Измените фильтры или год.
          </EmptyState>
        </Panel>
      ) : (
        <Panel variant="flush">
          <DataTable
            fit
            caption="Документы"
            columns={columns}
            rows={shown}
            rowKey={rowKey}
            control={control}
            selection={selection}
            nameRow={nameRow}
            isCurrent={(monthlyDocument) => String(monthlyDocument.id) === found}
          />
        </Panel>
      )}
      {shown.some(({ vat }) => vat !== null) && <p className="ink-2">{VAT_ROUNDING}</p>}
      <SelectionBar
        label="Выбранные документы"
        text={counted(selected.length, DOCUMENT_FORMS)}
        below={<TotalText documents={chosen} />}
        selected={selected.length}
        all={{ count: listed.length, onChoose: () => selection.chooseAll(listed, true) }}
        onNone={() => selection.chooseAll(listed, false)}
      >
        {/* A withdrawn document has no file any more. */}
        <ArchiveButton
          of={{ ids: chosen.filter((monthlyDocument) => !monthlyDocument.withdrawn).map(rowKey) }}
          count={selected.length}
          text="Скачать выбранные (ZIP)"
        />
        {mayConfirm && undecided.length > 0 && (
          <Button size="small" variant="primary" onClick={() => onConfirm(undecided)}>
            {`Подтвердить ${counted(undecided.length, DOCUMENT_FORMS)}`}
          </Button>
        )}
      </SelectionBar>
    </Stack>
  );
}

function rowKey({ id }: MonthlyDocument): number {
  return id;
}

function nameRow({ title }: MonthlyDocument): string {
  return `документ ${title}`;
}

/** A whole month, or a network of it, gives the archive its name. */
function toArchiveScope(
  shown: readonly MonthlyDocument[],
  { month, network, state }: DocumentFilters,
): ArchiveScope {
  if (month === '' || state !== '')
    return { ids: shown.filter((monthlyDocument) => !monthlyDocument.withdrawn).map(({ id }) => id) };
  return network === '' ? { month } : { month, partnerId: Number(network) };
}

function listFilterFields(
  documents: readonly MonthlyDocument[],
  filters: DocumentFilters,
  change: (name: keyof DocumentFilters, value: string) => void,
) {
  const months = [...new Set(documents.map(({ month }) => month))];
  const networks = new Map(
    documents.map((document) => [String(document.partner_id), document.partner_title]),
  );
  const options = {
    month: months.map((value) => ({ value, label: capitalized(formatDate(value, 'month')) })),
    network: [...networks].map(([value, label]) => ({ value, label })),
    state: DOCUMENT_STATES,
  };
  return FIELDS.map((field) => ({
    ...field,
    value: filters[field.key],
    options: options[field.key],
    onChange: (value: string) => change(field.key, value),
  }));
}

const FIELDS = [
  { key: 'month', label: 'Месяц', all: 'Все месяцы' },
  { key: 'network', label: 'Сеть', all: 'Любая сеть' },
  { key: 'state', label: 'Состояние', all: 'Любое состояние' },
] as const;

/** Filters of the documents of a year, as in the address. Empty: no filter. */
interface DocumentFilters {
  month: string;
  /** `0`: what concerns all networks. */
  network: string;
  state: string;
}

const DOCUMENT_STATES = [
  { value: 'waits', label: 'Ждут подтверждения' },
  { value: 'disputed', label: 'С возражением' },
  { value: 'received', label: 'Подтверждённые' },
] as const;

const NO_FILTERS = { month: null, network: null, state: null };

function useDocumentFilters(): {
  filters: DocumentFilters;
  change: (name: keyof DocumentFilters, value: string) => void;
  clear: () => void;
} {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  return {
    filters: {
      month: offeredValue(search.get('month'), /^\d{4}-(0[1-9]|1[0-2])$/),
      network: offeredValue(search.get('network'), /^\d{1,3}$/),
      state: offeredValue(
        search.get('state'),
        DOCUMENT_STATES.map(({ value }) => value),
      ),
    },
    change: (name, value) => write({ [name]: value }),
    clear: () => write(NO_FILTERS),
  };
}

function matchesFilters(document: MonthlyDocument, { month, network, state }: DocumentFilters): boolean {
  return (
    (month === '' || document.month === month) &&
    (network === '' || String(document.partner_id) === network) &&
    (state === '' || getState(document) === state)
  );
}

function getState(document: MonthlyDocument): (typeof DOCUMENT_STATES)[number]['value'] | null {
  if (document.received) return 'received';
  if (document.objection) return 'disputed';
  return isOpen(document) ? 'waits' : null;
}
