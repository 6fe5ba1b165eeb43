import { formatLitres } from '../../lib/format.ts';
import { Money } from '../../ui/Money.tsx';
import { Row } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { textOf, type DocumentLine, type LineText } from './corrected-lines.ts';

type Props = {
  line: DocumentLine;
  text: LineText | undefined;
  disabled: boolean;
  onChange: (text: LineText) => void;
};

/** A line of the УПД with what it should have said. */
export function CorrectedLineFields({ line, text, disabled, onChange }: Props) {
  const { quantity, sum } = text ?? textOf(line);
  const vat = line.rate === null ? 'без НДС' : `НДС ${line.rate}\u00a0%`;
  return (
    <fieldset disabled={disabled}>
      <legend>
        {line.place}. {line.title}: было {formatLitres(line.quantity)} {line.unit}, <Money value={line.sum} />
        , {vat}
      </legend>
      <Row>
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
      </Row>
    </fieldset>
  );
}
