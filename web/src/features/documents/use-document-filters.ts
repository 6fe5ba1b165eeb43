import { useSearchParams } from 'react-router';
import { offeredValue } from '../../lib/read-address.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';
import { isOpen, type MonthlyDocument } from './monthly-document.ts';

/** Filters of the documents of a year, as in the address. Empty: no filter. */
export interface DocumentFilters {
  month: string;
  /** `0`: what concerns all networks. */
  network: string;
  state: string;
}

export const DOCUMENT_STATES = [
  { value: 'waits', label: 'Ждут подтверждения' },
  { value: 'disputed', label: 'С возражением' },
  { value: 'received', label: 'Подтверждённые' },
] as const;

const NO_FILTERS = { month: null, network: null, state: null };

export function useDocumentFilters(): {
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

export function fits(document: MonthlyDocument, { month, network, state }: DocumentFilters): boolean {
  return (
    (month === '' || document.month === month) &&
    (network === '' || String(document.partner_id) === network) &&
    (state === '' || getState(document) === state)
  );
}

function getState(document: MonthlyDocument): (typeof DOCUMENT_STATES)[number]['value'] {
  if (document.received) return 'received';
  return isOpen(document) ? 'waits' : 'disputed';
}
