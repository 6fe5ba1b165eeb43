import { useState } from 'react';
import { fillOgrn, readClientFile } from '#contract/clients.ts';
import { listClientDeeds } from '#contract/client-parts.ts';
import { ogrnProblemOf } from '#contract/requisites.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** What a client of old lacks for its act of reconciliation in the State's form, and where to fill it in. */
export function ClientOgrnForm({ id, inn }: { id: number; inn: string }) {
  const [ogrn, setOgrn] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const problem = useStaffProblem('staff.serveClients');
  const deed = useStaffDeed(fillOgrn, { name: 'ОГРН', refresh: [readClientFile, listClientDeeds] });
  const name = inn.length === 12 ? 'ОГРНИП' : 'ОГРН';

  function submit() {
    const found = ogrnProblemOf(ogrn.trim(), inn);
    setMissing(found);
    if (found === null) deed.mutate({ params: { id }, body: { ogrn: ogrn.trim() } });
  }

  return (
    <FormShell
      submitLabel={`Сохранить ${name}`}
      loading={deed.isPending}
      error={deed.error}
      ownFields={['ogrn']}
      disabledReason={problem}
      onSubmit={submit}
    >
      <Notice tone="info" title={`Не хватает: ${name}`}>
        Без него акт сверки в XML не проходит проверку по форме ФНС и клиенту не уходит. Прочитайте реквизиты
        из реестра или впишите {name}: акты, которые ждут, будут сделаны сразу.
      </Notice>
      <TextField
        label={name}
        value={ogrn}
        inputMode="numeric"
        maxLength={15}
        onChange={(text) => {
          setOgrn(text);
          setMissing(null);
          deed.reset();
        }}
        error={missing ?? deed.error?.fields.ogrn?.join(' ') ?? null}
      />
    </FormShell>
  );
}
