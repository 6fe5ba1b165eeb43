import { useSearchParams } from 'react-router';
import { AUDIT_AUTHORS } from '#contract/backoffice/audit.ts';
import { AUDIT_TITLE, COMPANY_AUDIT_TITLE } from '#contract/backoffice/audit-titles.ts';
import { parseDay, offeredValue, parsePage } from '../../../lib/read-address.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

/** Filters of the log, as in the address. */
export interface AuditFilters {
  actor: string;
  company: string;
  target: string;
  action: string;
  /** Users, or jobs; empty: both. */
  by: (typeof AUDIT_AUTHORS)[number] | '';
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  page: number;
}

const MAX_TEXT_LENGTH = 60;

/**
 * Groups choices by their sentences: several codes with the same sentence are one choice, and the address has all of
 * them.
 */
function choices(titles: Readonly<Record<string, string>>) {
  return [...Map.groupBy(Object.keys(titles), (code) => titles[code] ?? code)]
    .map(([label, codes]) => ({ value: codes.join(','), label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'ru'));
}

export const ACTIONS = { staff: choices(AUDIT_TITLE), company: choices(COMPANY_AUDIT_TITLE) };

/** Reads the filters from the address and writes them there; a changed filter starts at the first page. */
export function useAuditFilters(
  of: keyof typeof ACTIONS,
): [AuditFilters, (change: Partial<AuditFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const text = (name: string) => (search.get(name) ?? '').slice(0, MAX_TEXT_LENGTH);
  const filters: AuditFilters = {
    actor: text('actor'),
    company: text('company'),
    target: text('target'),
    action: offeredValue(
      search.get('action'),
      ACTIONS[of].map(({ value }) => value),
    ),
    by: offeredValue(search.get('by'), AUDIT_AUTHORS) as AuditFilters['by'],
    dateFrom: parseDay(search.get('from')),
    dateTo: parseDay(search.get('to')),
    page: parsePage(search.get('page')),
  };
  function change(changed: Partial<AuditFilters>) {
    const { dateFrom, dateTo, page, ...part } = changed;
    write({
      ...part,
      ...('dateFrom' in changed && { from: dateFrom }),
      ...('dateTo' in changed && { to: dateTo }),
      page: page && page > 1 ? page : null,
    });
  }
  return [filters, change];
}

/** Converts filters to the calls' parameters: a company's log has no filter of companies. */
export function auditQuery(
  { actor, company, target, action, by, dateFrom, dateTo }: AuditFilters,
  isStaff: boolean,
) {
  return {
    actor: actor || undefined,
    company: isStaff ? company || undefined : undefined,
    target: target || undefined,
    action: action || undefined,
    by: by || undefined,
    from: dateFrom,
    to: dateTo,
  };
}

export function hasFilters(filters: AuditFilters): boolean {
  return Object.values({ ...filters, page: '' }).some((value) => value !== undefined && value !== '');
}
