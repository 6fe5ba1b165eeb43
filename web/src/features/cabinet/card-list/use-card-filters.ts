import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { listDrivers } from '#contract/cards/drivers.ts';
import { listCardGroups } from '#contract/fleet/card-groups.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { BLOCKED_IN_FILTER, CARD_STATUS } from '#contract/ids.ts';
import { offeredIds, useRead } from '../../../state/use-call.ts';
import { ANY_ID, offeredValue } from '../../../lib/read-address.ts';
import { useOfferedPartners } from '../../../state/use-offered-partners.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { EMPTY_CARDS, STATUS_FILTER } from '../../../cards/card-state.ts';

export type CardFilterName = 'partner' | 'status' | 'driver' | 'group' | 'truck' | 'search';
export type CardFilters = Record<CardFilterName, string>;

const NAMES: readonly CardFilterName[] = ['partner', 'status', 'driver', 'group', 'truck', 'search'];

/**
 * The filters of the list, stored in the URL: a link, a reload and the Back button show the same cards. A value that no
 * field offers counts as not chosen. A driver, a group and a truck are accepted until all have been read.
 */
export function useCardFilters() {
  const [params] = useSearchParams();
  const write = useWriteAddress();
  const partnerIds = useOfferedPartners();
  const drivers = useRead(listDrivers, {}, { enabled: params.has('driver') });
  const groups = useRead(listCardGroups, {}, { enabled: params.has('group') });
  const trucks = useRead(listVehicles, {}, { enabled: params.has('truck') });
  const filters: CardFilters = {
    partner: offeredValue(params.get('partner'), partnerIds),
    status: offeredValue(
      toBlockedFilter(params.get('status')),
      STATUS_FILTER.map(({ value }) => value),
    ),
    driver: offeredValue(params.get('driver'), offeredIds(drivers) ?? ANY_ID),
    group: offeredValue(params.get('group'), offeredIds(groups) ?? ANY_ID),
    truck: offeredValue(params.get('truck'), offeredIds(trucks) ?? ANY_ID),
    search: params.get('search')?.slice(0, 100) ?? '',
  };
  const change = useCallback((name: CardFilterName, value: string) => write({ [name]: value }), [write]);
  const clear = useCallback(() => write(Object.fromEntries(NAMES.map((name) => [name, null]))), [write]);
  return { filters, change, clear, active: NAMES.filter((name) => filters[name] !== '').length };
}

/** The filters as the call takes them. */
export function filterQuery({ partner, status, driver, group, truck, search }: CardFilters) {
  return {
    ...(partner && { partner_id: Number(partner) }),
    ...(status === EMPTY_CARDS ? { empty: '1' } : status && { status_id: Number(status) }),
    ...(driver && { driver_id: Number(driver) }),
    ...(group && { group_id: Number(group) }),
    ...(truck && { vehicle_id: Number(truck) }),
    ...(search.trim() && { search: search.trim() }),
  };
}

/** Blocked has two numbers (spec section 4). */
function toBlockedFilter(status: string | null): string | null {
  return status === String(CARD_STATUS.blocked) ? String(BLOCKED_IN_FILTER) : status;
}
