import { Fragment } from 'react';
import type { Maintenance } from '../../state/maintenance.ts';
import { formatDate } from '../../lib/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { maintenanceTitle } from './maintenance-words.ts';
import styles from './MaintenanceBanner.module.css';
import type { MaintenanceNotice } from './use-maintenance-notice.ts';

/** Announced or current maintenance, of each network: whose, what and until when. The banner keeps its height when it has ended. */
export function MaintenanceBanner({ notice }: { notice: MaintenanceNotice }) {
  const { maintenance, nameOf } = notice;
  return (
    <Notice tone={notice.ended ? 'go' : 'warn'}>
      <span className={styles.both}>
        <span className={notice.ended ? styles.past : undefined}>
          {[maintenance, ...(maintenance.others ?? [])].map(({ partner, message, start, end }) => (
            <Fragment key={partner}>
              <strong className={styles.title}>{maintenanceTitle(nameOf(partner))}</strong>
              {/[.!?…]$/.test(message) ? message : `${message}.`} С {whenIs(start)} до {whenIs(end)} по
              московскому времени.
            </Fragment>
          ))}
        </span>
        {notice.ended && <strong className={styles.title}>Технические работы закончились</strong>}
      </span>
    </Notice>
  );
}

function whenIs({ date, time }: Maintenance['start']): string {
  return `${formatDate(date)} ${time}`;
}
