import { listPartners } from '#contract/orders.ts';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { Maintenance } from '../../api/maintenance.ts';
import { useRead } from '../../api/use-call.ts';
import { formatDate } from '../../lib/format.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Works that are announced or going on: whose, what and until when. */
export function MaintenanceBanner({ maintenance }: { maintenance: Maintenance }) {
  const partners = useRead(listPartners, {}, { enabled: maintenance.partner !== MAINTENANCE_OF_EVERYTHING });
  const network = partners.data?.data.find((one) => one.id === maintenance.partner)?.title;
  const { message, start, end } = maintenance;
  return (
    <Notice tone="warn" title={network ? `Технические работы: ${network}` : 'Технические работы'}>
      {/[.!?…]$/.test(message) ? message : `${message}.`} С {whenIs(start)} до {whenIs(end)}.
    </Notice>
  );
}

function whenIs({ date, time }: Maintenance['start']): string {
  return `${formatDate(date)} ${time}`;
}
