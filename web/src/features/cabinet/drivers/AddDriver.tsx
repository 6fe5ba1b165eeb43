import { useState } from 'react';
import { addDriver, DRIVER_CONSENT_TEXT, listDrivers } from '#contract/cards/drivers.ts';
import type { Driver } from '../../../cards/describe-card.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { DriverForm } from './DriverForm.tsx';

type Props = { onAdded: (driver: Driver) => void };

/** Adds a driver to the company. */
export function AddDriver({ onAdded }: Props) {
  const [name, setName] = useState('');
  const add = useEndpointAction(addDriver, {
    refresh: [listDrivers],
    left: { failed: `Водитель не добавлен: ${name}` },
  });
  return (
    <DriverForm
      submitLabel="Добавить водителя"
      loading={add.isPending}
      error={add.error}
      note={() => <p className="ink-2">{DRIVER_CONSENT_TEXT}</p>}
      onChange={(typed) => {
        setName(`${typed.surname} ${typed.name}`);
        add.reset();
      }}
      onSubmit={(input, clear) =>
        add.mutate(
          { body: { ...input, told: true } },
          {
            onSuccess: ({ data }) => {
              clear();
              onAdded(data);
            },
          },
        )
      }
    />
  );
}
