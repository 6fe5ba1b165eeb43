import type { MailingFormat } from '#contract/mailings.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFuelSheet, downloadFuelSheetWorkbook, FUEL_SHEET_IS } from '#contract/fuel-sheet.ts';
import { MomentField } from '../../forms/MomentField.tsx';
import { momentProblem, moscowMoment } from '../../forms/type-moment.ts';
import { useToday } from '../../lib/use-today.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';

const FORMATS: readonly MailingFormat[] = ['pdf', 'xlsx'];
const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

/** Shows the truck's fuel of a shift, for its waybill. */
export function FuelSheet({ vehicleId }: { vehicleId: number }) {
  const today = useToday();
  const [from, setFrom] = useState(`${today}T00:00`);
  const [to, setTo] = useState(`${today}T23:59`);
  const [waybill, setWaybill] = useState('');
  const problem = momentProblem(from) ?? momentProblem(to);
  const input = {
    params: { id: vehicleId },
    query: { from: moscowMoment(from), to: moscowMoment(to), ...(waybill.trim() && { waybill }) },
  };
  const file = useAction({
    mutationFn: (kind: MailingFormat) =>
      saveFile(kind === 'pdf' ? downloadFuelSheet : downloadFuelSheetWorkbook, input),
  });
  const choose = (set: (text: string) => void) => (text: string) => {
    set(text);
    file.reset();
  };
  return (
    <Stack gap="2">
      <p className="ink-2">{FUEL_SHEET_IS}</p>
      <Row gap="2" align="start">
        <MomentField label="Смена с, МСК" value={from} onChange={choose(setFrom)} />
        <MomentField label="По, МСК" value={to} onChange={choose(setTo)} />
        <TextField
          label="№ путевого листа"
          optional
          maxLength={60}
          value={waybill}
          onChange={choose(setWaybill)}
        />
      </Row>
      <Row gap="2">
        {FORMATS.map((kind) => (
          <Button
            key={kind}
            icon={<IconDownload {...ICON} />}
            pending={file.isPending && file.variables === kind}
            disabled={problem !== null}
            disabledReason={problem ?? ''}
            onClick={() => file.mutate(kind)}
          >
            Скачать {kind.toUpperCase()}
          </Button>
        ))}
      </Row>
      {file.error && <Notice tone="error">{file.error.message}</Notice>}
    </Stack>
  );
}
