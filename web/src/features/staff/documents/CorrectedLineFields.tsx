import { formatNumber, NO_BREAK_SPACE } from '../../../lib/format.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { toLineText, type DocumentLine, type LineText } from './corrected-lines.ts';
import styles from './CorrectedLineFields.module.css';

type Props = {
  line: DocumentLine;
  text: LineText | undefined;
  disabled: boolean;
  onChange: (text: LineText) => void;
};

/** Fields for a line of the УПД with its corrected values. */
export function CorrectedLineFields({ line, text, disabled, onChange }: Props) {
  const { quantity, sum } = text ?? toLineText(line);
  const vat = line.rate === null ? 'без НДС' : `НДС ${line.rate}${NO_BREAK_SPACE}%`;
  const quantityThen = `${formatNumber(line.quantity, 2)}${NO_BREAK_SPACE}${line.unit}`;
  return (
    <fieldset className={styles.line} disabled={disabled}>
      <legend>
        {line.place}. {line.title}: было {quantityThen}, <Money value={line.sum} />, {vat}
      </legend>
      <div className={styles.fields}>
        <TextField
          label={`Количество, ${line.unit}`}
          inputMode="decimal"
          value={quantity}
          onChange={(typed) => onChange({ quantity: typed, sum })}
        />
        <TextField
          label="Сумма с НДС, ₽"
          inputMode="decimal"
          value={sum}
          onChange={(typed) => onChange({ quantity, sum: typed })}
        />
      </div>
    </fieldset>
  );
}
