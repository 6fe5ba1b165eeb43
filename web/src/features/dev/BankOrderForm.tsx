import { useState } from 'react';
import { payAtEmbeddedBank } from '#contract/bank-feeds.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FileField } from '../../forms/FileField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';

/** The payment order that an invoice gives, brought to the embedded bank: its next statement has the payment (docs/calls.md 8). */
export function BankOrderForm() {
  const [file, setFile] = useState<File | null>(null);
  const action = useEndpointAction(payAtEmbeddedBank, { refresh: [] });
  return (
    <Panel title="Учебный банк: исполнить платёжку">
      <FormShell
        submitLabel="Исполнить"
        loading={action.isPending}
        error={action.error}
        ownFields={['file']}
        disabledReason={file ? null : 'Выберите файл платёжки'}
        onSubmit={() => file && action.mutate({ body: {}, file }, { onSuccess: () => setFile(null) })}
      >
        <FileField
          label="Файл платёжки (.txt) со страницы счёта"
          extensions={['txt']}
          file={file}
          onChange={(chosen) => {
            setFile(chosen);
            action.reset();
          }}
          error={action.error?.fields.file?.join(' ') ?? null}
        />
        {action.data && (
          <Notice tone="go" title="Платёжка исполнена">
            Платёж в выписке банка: программа прочтёт её сама или по кнопке «Запросить сейчас».
          </Notice>
        )}
      </FormShell>
    </Panel>
  );
}
