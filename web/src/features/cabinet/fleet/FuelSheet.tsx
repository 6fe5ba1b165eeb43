import type { MailingFormat } from '#contract/insights/mailings.ts';
import { IconDownload } from '@tabler/icons-react';
import {
  downloadFuelSheet,
  downloadFuelSheetWorkbook,
  FUEL_SHEET_DEFINITION,
} from '#contract/fleet/fuel-sheet.ts';
import { MomentField } from '../../../forms/days/MomentField.tsx';
import { momentProblem, moscowMoment } from '../../../forms/days/type-moment.ts';
import { useForm } from '../../../forms/use-form.ts';
import { useToday } from '../../../lib/use-today.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

const FORMATS: readonly MailingFormat[] = ['pdf', 'xlsx'];
type Query = { from: string; to: string; waybill?: string };

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

/** Shows the truck's fuel of a shift, for its waybill. */
export function FuelSheet({ vehicleId }: { vehicleId: number }) {
  const today = useToday();
  const file = useAction({
    mutationFn: ({ kind, query }: { kind: MailingFormat; query: Query }) =>
      saveFile(kind === 'pdf' ? downloadFuelSheet : downloadFuelSheetWorkbook, {
        params: { id: vehicleId },
        query,
      }),
  });
  const form = useForm({
    values: { from: `${today}T00:00`, to: `${today}T23:59`, waybill: '' },
    onChange: file.reset,
  });
  const { from, to, waybill } = form.values;
  const problem = momentProblem(from) ?? momentProblem(to);
  const query = { from: moscowMoment(from), to: moscowMoment(to), ...(waybill.trim() && { waybill }) };
  return (
    <Stack gap="2">
      <p className="ink-2">{FUEL_SHEET_DEFINITION}</p>
      <Row gap="2" align="start">
        <MomentField label="Смена с, МСК" {...form.field('from')} />
        <MomentField label="По, МСК" {...form.field('to')} />
        <TextField label="№ путевого листа" optional maxLength={60} {...form.field('waybill')} />
      </Row>
      <Row gap="2">
        {FORMATS.map((kind) => (
          <Button
            key={kind}
            icon={<IconDownload {...ICON} />}
            pending={file.isPending && file.variables.kind === kind}
            disabled={problem !== null}
            disabledReason={problem ?? ''}
            onClick={() => file.mutate({ kind, query })}
          >
            Скачать {kind.toUpperCase()}
          </Button>
        ))}
      </Row>
      {file.error && <Notice tone="error">{file.error.message}</Notice>}
    </Stack>
  );
}
