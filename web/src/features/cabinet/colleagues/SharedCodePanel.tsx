import { allowSharedCode, readSharedCode } from '#contract/companies/company-desk.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';

/** Lets an admin allow one code for documents of this company together with those of others. */
export function SharedCodePanel() {
  const read = useRead(readSharedCode);
  const allow = useEndpointAction(allowSharedCode, {
    refresh: [readSharedCode],
    left: { failed: 'Разрешение общего кода не изменено' },
  });
  if (!read.data) return null;
  return (
    <Panel title="Подтверждение документов">
      <Stack gap="2">
        <Checkbox
          label="Разрешить общий код для нескольких компаний"
          help="Кто ведёт несколько компаний, подтвердит их документы одним кодом из СМС. Без разрешения у этой компании свой код."
          checked={read.data.data.allowed}
          disabled={allow.isPending}
          onChange={(allowed) => allow.mutate({ body: { allowed: allowed ? 1 : 0 } })}
        />
        {allow.error && <Notice tone="error">{allow.error.message}</Notice>}
      </Stack>
    </Panel>
  );
}
