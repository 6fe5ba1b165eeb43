import { useEffect, useMemo, useRef, useState } from 'react';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { useAnnounced, useMaintenance, type MaintenanceWorks } from '../../../state/maintenance.ts';
import { useRead } from '../../../state/use-call.ts';
import { useNoticePlace } from '../../../lib/use-notice-place.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { titleOfWorks } from './maintenance-title.ts';

type ShownMaintenance = MaintenanceWorks & { begun: boolean };

export interface MaintenanceNotice {
  works: readonly ShownMaintenance[];
  /** A network under maintenance; undefined for everything, and when the networks could not be read. */
  getName: (partner: number) => string | undefined;
  /**
   * The works ended, or were called off, while the notice was shown above the page. The notice reports that in its
   * place.
   */
  ended: boolean;
  place: 'over' | 'under';
}

/** Announced or current maintenance. Waits for the network's name, because a growing title would move the page. */
export function useMaintenanceNotice(pathname: string, contentShown: boolean): MaintenanceNotice | null {
  const works = useWorks();
  const named = works.some(({ partner }) => partner !== MAINTENANCE_OF_EVERYTHING);
  const partners = useRead(listPartners, {}, { enabled: named });
  const known = works.length > 0 && !(named && partners.isPending) ? works : null;
  const [shown, setShown] = useState<{ pathname: string; works: readonly ShownMaintenance[] } | null>(null);
  const place = useNoticePlace(known !== null, pathname, contentShown);
  if (known && place === 'over' && (shown?.works !== known || shown.pathname !== pathname))
    setShown({ pathname, works: known });

  const getName = (partner: number) => partners.data?.data.find(({ id }) => id === partner)?.title;
  useLateNotice(place === 'under' && known ? titleOfAll(known, getName) : null);

  if (known && place) return { works: known, getName, ended: false, place };
  if (works.length > 0 || shown?.pathname !== pathname) return null;
  return { works: shown.works, getName, ended: true, place: 'over' };
}

/** Returns the works under way, then the announced ones. */
function useWorks(): readonly ShownMaintenance[] {
  const now = useMaintenance();
  const announced = useAnnounced();
  return useMemo(
    () => [
      ...(now ? [now, ...(now.others ?? [])] : []).map((works) => ({ ...works, begun: true })),
      ...announced.map((works) => ({ ...works, begun: false })),
    ],
    [now, announced],
  );
}

function titleOfAll(works: readonly ShownMaintenance[], getName: MaintenanceNotice['getName']): string {
  const started = works.some((work) => work.begun);
  const shownWorks = works.filter((work) => work.begun === started);
  return titleOfWorks(
    shownWorks
      .map(({ partner }) => getName(partner))
      .filter(Boolean)
      .join(', '),
    started,
  );
}

/** A late notice stands below the page and might not be seen, so a toast announces it. */
function useLateNotice(title: string | null): void {
  const input = useRef<string | null>(null);
  useEffect(() => {
    if (title === null || input.current === title) return;
    input.current = title;
    showToast({ tone: 'wait', title });
  }, [title]);
}
