import { useSearchParams } from 'react-router';
import { SIGNAL_RULE_KEYS, type SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { SIGNAL_OWNERS, SIGNAL_STATES, type SignalStateFilter } from '#contract/fleet/signals.ts';
import { ANY_ID, offeredValue, parsePage } from '../../../lib/read-address.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

export type FilterName = 'state' | 'rule' | 'vehicle' | 'driver' | 'card' | 'owner' | 'sort';
export type SignalFilters = Record<FilterName, string>;

/** Reads the filters of the list from the address. A change of filters starts at the first page. */
export function useSignalFilters() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const owner = search.get('owner');
  const filters: SignalFilters = {
    state: offeredValue(search.get('state'), ['open', ...SIGNAL_STATES]),
    rule: offeredValue(search.get('rule'), SIGNAL_RULE_KEYS),
    vehicle: offeredValue(search.get('vehicle'), ANY_ID),
    driver: offeredValue(search.get('driver'), ANY_ID),
    card: offeredValue(search.get('card'), ANY_ID),
    owner: offeredValue(owner, SIGNAL_OWNERS) || offeredValue(owner, ANY_ID),
    sort: offeredValue(search.get('sort'), ['time']),
  };
  const page = parsePage(search.get('page'));
  const upTo = offeredValue(search.get('upTo'), ANY_ID);
  return {
    filters,
    page,
    upTo,
    /** Filters in the form that the call takes. */
    chosen: toQuery(filters),
    set: (name: FilterName, value: string) => write({ [name]: value, page: null, upTo: null }),
    clear: () =>
      write({
        rule: null,
        vehicle: null,
        driver: null,
        card: null,
        owner: null,
        sort: null,
        page: null,
        upTo: null,
      }),
    /** Signals found while the user turns pages do not shift the pages. */
    turn: (next: number, newest: number | null) =>
      write({ page: next, upTo: next === 1 ? null : upTo || newest }),
  };
}

function toQuery({ state, rule, vehicle, driver, card, owner, sort }: SignalFilters) {
  return {
    ...(state && { state: state as SignalStateFilter }),
    ...(rule && { rule: rule as SignalRuleKey }),
    ...(vehicle && { vehicleId: Number(vehicle) }),
    ...(driver && { driverId: Number(driver) }),
    ...(card && { cardId: Number(card) }),
    ...(owner && { owner: SIGNAL_OWNERS.find((signalOwner) => signalOwner === owner) ?? Number(owner) }),
    ...(sort && { sort: 'time' as const }),
  };
}
