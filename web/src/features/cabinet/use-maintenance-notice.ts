import { useEffect, useRef, useState } from 'react';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import { listPartners } from '#contract/orders.ts';
import { useMaintenance, type Maintenance } from '../../state/maintenance.ts';
import { useRead } from '../../state/use-call.ts';
import { useNoticePlace } from '../../lib/use-notice-place.ts';
import { showToast } from '../../ui/Toast.tsx';
import { maintenanceTitle } from './maintenance-words.ts';

export interface MaintenanceNotice {
  maintenance: Maintenance;
  /** A network under maintenance; undefined when the networks could not be read. */
  nameOf: (partner: number) => string | undefined;
  /** The maintenance ended while the notice was shown above the page: the notice says so in its place. */
  ended: boolean;
  place: 'over' | 'under';
}

/** Announced or current maintenance. Waits for the network's name, because a growing title would move the page. */
export function useMaintenanceNotice(pathname: string, contentShown: boolean): MaintenanceNotice | null {
  const maintenance = useMaintenance();
  const partners = useRead(listPartners, {}, { enabled: isOfOne(maintenance) });
  const known = maintenance && !(isOfOne(maintenance) && partners.isPending) ? maintenance : null;
  const [shown, setShown] = useState<{ pathname: string; maintenance: Maintenance } | null>(null);
  const place = useNoticePlace(known !== null, pathname, contentShown);
  if (known && place === 'over' && (shown?.maintenance !== known || shown.pathname !== pathname))
    setShown({ pathname, maintenance: known });

  const nameOf = (partner: number) => partners.data?.data.find(({ id }) => id === partner)?.title;
  useLateWord(place === 'under' && known ? maintenanceTitle(namesOf(known, nameOf)) : null);

  if (known && place) return { maintenance: known, nameOf, ended: false, place };
  if (maintenance || shown?.pathname !== pathname) return null;
  return { maintenance: shown.maintenance, nameOf, ended: true, place: 'over' };
}

function namesOf(
  { partner, partners = [partner] }: Maintenance,
  nameOf: MaintenanceNotice['nameOf'],
): string {
  return partners.map(nameOf).filter(Boolean).join(', ');
}

/** A late notice stands below the page and might not be seen, so a toast announces it. */
function useLateWord(title: string | null): void {
  const said = useRef<string | null>(null);
  useEffect(() => {
    if (title === null || said.current === title) return;
    said.current = title;
    showToast({ tone: 'wait', title });
  }, [title]);
}

function isOfOne(maintenance: Maintenance | null): boolean {
  return maintenance !== null && maintenance.partner !== MAINTENANCE_OF_EVERYTHING;
}
