import { moscowMinute } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Row } from '../../ui/Stack.tsx';
import { DayPopover } from './DayPopover.tsx';
import { MOMENT, parseMoment } from './type-moment.ts';
import { TypedField, type TypedProps } from '../TypedField.tsx';
import styles from './MomentField.module.css';

/** A day and a time of Moscow, typed or picked: `YYYY-MM-DDTHH:MM`, or what has been typed of it. */
export function MomentField(props: TypedProps) {
  const { label, value, onChange } = props;
  const { day, time = '00:00' } = parseMoment(value);
  return (
    <TypedField
      {...props}
      way={MOMENT}
      beside={
        <DayPopover label={label} day={day} onChoose={(chosen) => onChange(`${chosen}T${time}`)}>
          {(close) => (
            <>
              <TimeChoice
                time={time}
                onChoose={(chosen) => onChange(`${day ?? moscowMinute(serverNow()).slice(0, 10)}T${chosen}`)}
              />
              <Row between>
                <Button size="small" variant="quiet" onClick={() => onChange(moscowMinute(serverNow()))}>
                  Сейчас
                </Button>
                <Button size="small" onClick={close}>
                  Готово
                </Button>
              </Row>
            </>
          )}
        </DayPopover>
      }
    />
  );
}

const HOURS = [...Array(24).keys()].map(twoDigits);
const FIVE_MINUTES = [...Array(12).keys()].map((count) => twoDigits(count * 5));

function TimeChoice({ time, onChoose }: { time: string; onChoose: (time: string) => void }) {
  const [hour = '', minute = ''] = time.split(':');
  // A minute that was typed is offered among those that are picked.
  const minutes = [...new Set([...FIVE_MINUTES, minute])].toSorted();
  return (
    <div className={styles.time}>
      <Select
        label="Часы"
        options={asOptions(HOURS)}
        value={hour}
        onChange={(next) => onChoose(`${next}:${minute}`)}
      />
      <Select
        label="Минуты"
        options={asOptions(minutes)}
        value={minute}
        onChange={(next) => onChoose(`${hour}:${next}`)}
      />
    </div>
  );
}

function asOptions(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
