import { useMaintenance } from '../state/maintenance.ts';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/**
 * `/maintenance`: what is going on and for how long; without an announcement the profile's gate leads to the cabinet.
 */
export default function MaintenancePage() {
  const maintenance = useMaintenance();
  if (!maintenance) return null;
  const { message, start, end } = maintenance;
  return (
    <PublicFrame title="Технические работы" actions={null}>
      <div className={styles.page}>
        <p className={styles.sign} aria-hidden="true">
          503
        </p>
        <h1 className="type-headline">Сервис временно недоступен</h1>
        <p>{message}</p>
        <dl className={styles.times}>
          <dt>Начало</dt>
          <dd>{formatWhen(start)}</dd>
          <dt>Окончание</dt>
          <dd>{formatWhen(end)}</dd>
        </dl>
        <p className="type-small ink-2">Время московское.</p>
        <p className={styles.ways}>
          <Button variant="primary" onClick={() => location.reload()}>
            Проверить снова
          </Button>
        </p>
      </div>
    </PublicFrame>
  );
}

function formatWhen({ date, time }: { date: string; time: string }): string {
  return `${formatDate(date, 'long') || date}, ${time}`;
}
