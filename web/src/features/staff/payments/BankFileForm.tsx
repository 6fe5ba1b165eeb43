import { listAdvanceReturns } from '#contract/money/advance-returns.ts';
import { listBankBalances, listPayments, loadBankStatement } from '#contract/money/bank.ts';
import { FileForm } from '../../../forms/FileForm.tsx';
import { counted } from '#contract/values/counted.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import styles from '../../../staff/FoundList.module.css';

const PAYMENTS = ['платёж', 'платежа', 'платежей'] as const;

/** Loads a bank statement in the 1CClientBankExchange format; loading the same file again credits nothing twice. */
export function BankFileForm() {
  const action = useStaffAction(loadBankStatement, {
    name: 'Загрузка выписки',
    refresh: [listPayments, listAdvanceReturns, listBankBalances],
    hasOwnNotice: true,
  });
  const result = action.data?.data;

  return (
    <Panel title="Банковская выписка">
      <FileForm
        label="Файл 1CClientBankExchange (.txt)"
        extensions={['txt']}
        missing="Выберите файл выписки"
        submitLabel="Загрузить выписку"
        action={action}
      >
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
      </FileForm>
    </Panel>
  );
}
