import { IconTrash } from '@tabler/icons-react';
import { formatPhone, fullDriverName, type Driver } from '../../cards/describe-card.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './DriverList.module.css';

type Props = {
  drivers: readonly Driver[];
  /** «Снять с карты», «Удалить». */
  removeLabel: string;
  /** Null when removal is possible. */
  disabledReason: string | null;
  onRemove: (driver: Driver) => void;
};

/** Drivers with their phones, each with a button to remove the driver. */
export function DriverList({ drivers, removeLabel, disabledReason, onRemove }: Props) {
  return (
    <ul className={styles.list}>
      {drivers.map((one) => (
        <li key={one.id} className={styles.driver}>
          <span className={styles.name}>{fullDriverName(one)}</span>
          <span className={styles.phone}>
            {one.phone ? <a href={`tel:+${one.phone}`}>{formatPhone(one.phone)}</a> : 'телефон не указан'}
          </span>
          <IconButton
            label={`${removeLabel}: ${fullDriverName(one)}`}
            icon={<IconTrash aria-hidden="true" stroke={1.75} />}
            disabled={disabledReason !== null}
            disabledReason={disabledReason ?? ''}
            onClick={() => onRemove(one)}
          />
        </li>
      ))}
    </ul>
  );
}
