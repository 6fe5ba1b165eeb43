import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { listAdvanceReturns } from '#contract/money/advance-returns.ts';
import { listBankBalances, listPayments, loadBankStatement } from '#contract/money/bank.ts';
import { FileForm } from '../../../forms/FileForm.tsx';
import { counted } from '#contract/values/counted.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { useMay } from '../../../staff/use-may.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import styles from '../../../staff/FoundList.module.css';

const PAYMENTS = ['платёж', 'платежа', 'платежей'] as const;

/** Opens the dialogue that loads a bank statement. Only those who may load one have it. */
export function BankFileButton() {
  const [opened, setOpened] = useState(false);
  if (!useMay('staff.handleMoney')) return null;
  return (
    <>
      <Button icon={<IconFileUpload aria-hidden="true" stroke={1.75} />} onClick={() => setOpened(true)}>
        Выписка из файла
      </Button>
      {opened && <BankFileModal onClose={() => setOpened(false)} />}
    </>
  );
}

/** Loads a bank statement in the 1CClientBankExchange format; loading the same file again credits nothing twice. */
function BankFileModal({ onClose }: { onClose: () => void }) {
  const action = useStaffAction(loadBankStatement, {
    name: 'Загрузка выписки',
    refresh: [listPayments, listAdvanceReturns, listBankBalances],
    hasOwnNotice: true,
  });
  const result = action.data?.data;

  return (
    <Modal opened onClose={onClose} title="Банковская выписка" busy={action.isPending}>
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
    </Modal>
  );
}
