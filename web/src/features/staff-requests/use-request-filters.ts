import { useSearchParams } from 'react-router';
import { REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { AUTHORITY_STATES } from '#contract/staff-requests.ts';
import { offeredValue, parsePage } from '../../lib/read-address.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';
import type { Authority } from './request-labels.ts';

export interface RequestFilters {
  q?: string | undefined;
  status?: number | undefined;
  authority?: Authority | undefined;
  page: number;
}

const Q_MAX = 100;

/** The filters of the staff's requests, in the address; a changed one starts at the first page. */
export function useRequestFilters(): [RequestFilters, (change: Partial<RequestFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const filters: RequestFilters = {
    q: search.get('q')?.slice(0, Q_MAX) || undefined,
    status: Number(offeredValue(search.get('status'), Object.keys(REQUEST_STATUS_TITLE))) || undefined,
    authority: (offeredValue(search.get('authority'), AUTHORITY_STATES) || undefined) as
      | Authority
      | undefined,
    page: parsePage(search.get('page')),
  };
  return [
    filters,
    ({ page, ...change }) => write({ ...change, page: page !== undefined && page > 1 ? page : null }),
  ];
}

export function isFiltered({ q, status, authority }: RequestFilters): boolean {
  return q !== undefined || status !== undefined || authority !== undefined;
}
