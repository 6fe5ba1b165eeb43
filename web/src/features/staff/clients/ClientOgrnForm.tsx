import { fillOgrn, readClientFile } from '#contract/companies/clients.ts';
import { listClientDeeds } from '#contract/companies/client-parts.ts';
import { findOgrnProblem } from '#contract/values/requisites.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

/**
 * Shows the ОГРН that an old client lacks for its reconciliation act in the State's form, and lets staff fill it in.
 */
export function ClientOgrnForm({ id, inn }: { id: number; inn: string }) {
  const form = useForm({
    values: { ogrn: '' },
    check: ({ ogrn }) => ({ ogrn: findOgrnProblem(ogrn.trim(), inn) }),
  });
  const problem = useStaffProblem('staff.serveClients');
  const action = useStaffAction(fillOgrn, { name: 'ОГРН', refresh: [readClientFile, listClientDeeds] });
  const name = inn.length === 12 ? 'ОГРНИП' : 'ОГРН';

  return (
    <FormShell
      form={form}
      submitLabel={`Сохранить ${name}`}
      action={action}
      disabledReason={problem}
      onChange={action.reset}
      onSubmit={({ ogrn }) => action.mutate({ params: { id }, body: { ogrn: ogrn.trim() } })}
    >
      <Notice tone="info" title={`Не хватает: ${name}`}>
        Без него акт сверки в XML не проходит проверку по форме ФНС и клиенту не уходит. Прочитайте реквизиты
        из реестра или впишите {name}: акты, которые ждут, будут сделаны сразу.
      </Notice>
      <TextField label={name} {...form.field('ogrn')} inputMode="numeric" maxLength={15} />
    </FormShell>
  );
}
