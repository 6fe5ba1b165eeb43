import { Fragment } from 'react';
import type { MaintenanceWorks } from '../../../state/maintenance.ts';
import { formatDate } from '../../../lib/format.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { titleOfWorks } from './maintenance-title.ts';
import styles from './MaintenanceBanner.module.css';
import type { MaintenanceNotice } from './use-maintenance-notice.ts';

/**
 * Shows announced or current maintenance of each network: which network, what and until when. The banner retains its
 * height when it has ended.
 */
export function MaintenanceBanner({ notice }: { notice: MaintenanceNotice }) {
  const { works, getName, ended } = notice;
  return (
    <Notice tone={ended ? 'go' : 'warn'}>
      <span className={styles.both}>
        <span className={ended ? styles.past : undefined}>
          {works.map(({ partner, message, start, end, begun: started }) => (
            <Fragment key={`${partner} ${started}`}>
              <strong className={styles.title}>{titleOfWorks(getName(partner), started)}</strong>
              {/[.!?…]$/.test(message) ? message : `${message}.`} С {formatWhen(start)} до {formatWhen(end)}{' '}
              по московскому времени.
            </Fragment>
          ))}
        </span>
        {ended && (
          <strong className={styles.title}>
            {works.some(({ begun: started }) => started)
              ? 'Технические работы закончились'
              : 'Технические работы отменены'}
          </strong>
        )}
      </span>
    </Notice>
  );
}

function formatWhen({ date, time }: MaintenanceWorks['start']): string {
  return `${formatDate(date)} ${time}`;
}
