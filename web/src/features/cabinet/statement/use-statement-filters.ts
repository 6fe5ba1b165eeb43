import { useSearchParams } from 'react-router';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { parseDay, offeredValue, parsePage } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';

/** Period and filters of the statement, as in the address. The default period is the current Moscow month. */
export interface StatementFilters {
  from: string;
  to: string;
  /** `''` all of the company's money, `unallocated`, `network:2` or `card:7`. */
  place: string;
  /** Includes money that only changed its place. */
  internal: boolean;
  page: number;
}

/**
 * Reads the filters from the address and writes them there; a changed filter starts at the first page. What no field
 * offers counts as not chosen.
 */
export function useStatementFilters(
  places: readonly string[] | RegExp,
): [StatementFilters, (change: Partial<StatementFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const today = useToday();
  const filters: StatementFilters = {
    from: parseDay(search.get('from')) ?? `${today.slice(0, 7)}-01`,
    to: parseDay(search.get('to')) ?? today,
    place: offeredValue(search.get('place'), places),
    internal: search.get('internal') === '1',
    page: parsePage(search.get('page')),
  };

  function change(part: Partial<StatementFilters>) {
    const { from, to, place, internal, page = 1 } = part;
    write({
      ...('from' in part && { from, to }),
      ...('place' in part && { place }),
      ...('internal' in part && { internal: internal ? '1' : null }),
      page: page > 1 ? page : null,
    });
  }

  return [filters, change];
}

/** The filters as the call takes them. */
export function statementQuery({ from, to, place, internal }: StatementFilters) {
  const [kind, id] = place.split(':');
  return {
    date_from: from,
    date_to: to,
    place: kind === 'unallocated' ? ('unallocated' as const) : undefined,
    partner_id: kind === 'network' ? id : undefined,
    card_id: kind === 'card' ? id : undefined,
    internal: internal ? '1' : undefined,
  };
}
