import { IconPencil, IconTrash } from '@tabler/icons-react';
import { formatPhone, fullDriverName, type Driver } from '../../cards/describe-card.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ClampedText } from '../../ui/ClampedText.tsx';
import styles from './DriverList.module.css';

type Props = {
  drivers: readonly Driver[];
  /** «Снять с карты», «Удалить». */
  removeLabel: string;
  /** Null when removal is possible. */
  disabledReason: string | null;
  onEdit: (driver: Driver) => void;
  onRemove: (driver: Driver) => void;
};

/** Drivers with their phones, each with buttons to correct and to remove the driver. */
export function DriverList({ drivers, removeLabel, disabledReason, onEdit, onRemove }: Props) {
  return (
    <ul className={styles.list}>
      {drivers.map((driver) => (
        <li key={driver.id} className={styles.driver}>
          <ClampedText>{fullDriverName(driver)}</ClampedText>
          <span className={styles.phone}>
            {driver.phone ? (
              <a href={`tel:+${driver.phone}`}>{formatPhone(driver.phone)}</a>
            ) : (
              'телефон не указан'
            )}
          </span>
          <span className={styles.actions}>
            <IconButton
              label={`Исправить водителя: ${fullDriverName(driver)}`}
              icon={<IconPencil aria-hidden="true" stroke={1.75} />}
              disabled={disabledReason !== null}
              disabledReason={disabledReason ?? ''}
              onClick={() => onEdit(driver)}
            />
            <IconButton
              label={`${removeLabel}: ${fullDriverName(driver)}`}
              icon={<IconTrash aria-hidden="true" stroke={1.75} />}
              disabled={disabledReason !== null}
              disabledReason={disabledReason ?? ''}
              onClick={() => onRemove(driver)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
