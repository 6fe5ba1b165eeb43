import { readStationPulse } from '#contract/fleet/station-pulse.ts';
import { useRead } from '../../../../state/use-call.ts';
import { describePulse } from './describe-pulse.ts';
import styles from './StationPulse.module.css';

/** Shows what companies have met at the station within a day: nothing while it is read, and nothing where too few fuelled. */
export function StationPulse({ stationId }: { stationId: number }) {
  const pulse = useRead(readStationPulse, { params: { id: stationId } }).data?.data;
  if (!pulse) return null;
  return (
    <div className={styles.pulse}>
      {pulse.seems_dry && <p className={styles.dry}>Похоже, топлива нет: отказали нескольким компаниям</p>}
      {describePulse(pulse).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
