import { useState } from 'react';
import { listAdvanceReturns } from '#contract/advance-returns.ts';
import { listBankBalances, listPayments, loadBankStatement } from '#contract/bank.ts';
import { FileField } from '../../forms/FileField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { counted } from '#contract/counted.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import styles from '../../staff/FoundList.module.css';

const PAYMENTS = ['платёж', 'платежа', 'платежей'] as const;

/** Loads a bank statement in the 1CClientBankExchange format; loading the same file again credits nothing twice. */
export function BankFileForm() {
  const [file, setFile] = useState<File | null>(null);
  const action = useStaffAction(loadBankStatement, {
    name: 'Загрузка выписки',
    refresh: [listPayments, listAdvanceReturns, listBankBalances],
    told: true,
  });
  const result = action.data?.data;

  return (
    <Panel title="Банковская выписка">
      <FormShell
        submitLabel="Загрузить выписку"
        loading={action.isPending}
        error={action.error}
        ownFields={['file']}
        disabledReason={file ? null : 'Выберите файл выписки'}
        onSubmit={() => file && action.mutate({ body: {}, file }, { onSuccess: () => setFile(null) })}
      >
        <FileField
          label="Файл 1CClientBankExchange (.txt)"
          extensions={['txt']}
          file={file}
          onChange={(chosen) => {
            setFile(chosen);
            // Another file is another request; the same one again returns the first result.
            action.reset();
          }}
          error={action.error?.fields.file?.join(' ') ?? null}
        />
        {result && (
          <Notice tone={result.needs_review > 0 ? 'warn' : 'go'} title="Выписка загружена">
            В файле {counted(result.documents, PAYMENTS)}: зачислено {result.credited}, на разбор{' '}
            {result.needs_review}, уже были {result.duplicates}, не поступления {result.ignored}.
          </Notice>
        )}
        {result && result.warnings.length > 0 && (
          <Notice tone="warn" title="Проверьте остатки и обороты банка">
            <ul className={styles.found}>
              {result.warnings.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
      </FormShell>
    </Panel>
  );
}
