import { IconMapPin, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { findTown, isOnTheWayToTown, getFieldLabel, type RouteField, type Town } from './route-fields.ts';
import styles from './RouteForm.module.css';

type Props = {
  fields: readonly RouteField[];
  towns: readonly Town[];
  onChange: (fields: RouteField[]) => void;
  /** Key of the field that the next click on the map fills in. */
  pickingKey: number | null;
  onPick: (key: number | null) => void;
  /** Places can be picked only when there is a map. */
  canPick: boolean;
};

const POINTS_MAX = 10;
const CHOOSE = 'Выберите город из списка';
const CHOOSE_CITY_OR_PLACE = 'Выберите город из списка или укажите место на карте';

/** Lets the user enter start, end and places between: by a town's name, or picked on the map. */
export function RouteForm({ fields, towns, onChange, pickingKey, onPick, canPick }: Props) {
  const townsId = useId();
  const [leftEmpty, setLeftEmpty] = useState<ReadonlySet<number>>(new Set());

  function write(key: number, text: string) {
    const town = findTown(towns, text);
    onChange(
      fields.map((field) => (field.key === key ? { key, text, place: town ? town.place : null } : field)),
    );
  }

  function leave(key: number) {
    setLeftEmpty((before) => new Set(before).add(key));
  }

  /** Reported during typing as soon as no town can match, otherwise when the field is left. */
  function isUnknown({ key, text, place }: RouteField): boolean {
    if (!text || place) return false;
    return leftEmpty.has(key) || (towns.length > 0 && !isOnTheWayToTown(towns, text));
  }

  function addPoint() {
    const key = Math.max(...fields.map((field) => field.key)) + 1;
    onChange([...fields.slice(0, -1), { key, text: '', place: null }, ...fields.slice(-1)]);
  }

  return (
    <div className={styles.form}>
      <datalist id={townsId}>
        {towns.map(({ name, region }) => (
          <option key={name} value={name}>
            {region}
          </option>
        ))}
      </datalist>
      {fields.map((field, index) => (
        <div key={field.key} className={styles.point}>
          <TextField
            label={getFieldLabel(index, fields.length)}
            list={townsId}
            autoComplete="off"
            placeholder="Город"
            value={field.text}
            error={
              isUnknown(field)
                ? `Такого города мы не знаем. ${canPick ? CHOOSE_CITY_OR_PLACE : CHOOSE}`
                : null
            }
            onChange={(text) => write(field.key, text)}
            onBlur={() => leave(field.key)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') leave(field.key);
            }}
          />
          {canPick && (
            <IconButton
              bordered
              label={`${pickingKey === field.key ? 'Не указывать на карте' : 'Указать на карте'}: ${getFieldLabel(index, fields.length)}`}
              aria-pressed={pickingKey === field.key}
              icon={<IconMapPin aria-hidden="true" stroke={1.75} />}
              onClick={() => onPick(pickingKey === field.key ? null : field.key)}
            />
          )}
          {fields.length > 2 && index > 0 && index < fields.length - 1 && (
            <IconButton
              label={`Убрать точку: ${getFieldLabel(index, fields.length)}`}
              icon={<IconX aria-hidden="true" stroke={1.75} />}
              onClick={() => onChange(fields.filter(({ key }) => key !== field.key))}
            />
          )}
        </div>
      ))}
      {pickingKey !== null && (
        <p role="status" className={styles.hint}>
          Нажмите место на карте
        </p>
      )}
      <div>
        <Button
          variant="quiet"
          size="small"
          icon={<IconPlus aria-hidden="true" stroke={1.75} />}
          disabled={fields.length >= POINTS_MAX}
          disabledReason={`Не больше ${POINTS_MAX} точек`}
          onClick={addPoint}
        >
          Через город
        </Button>
      </div>
    </div>
  );
}
