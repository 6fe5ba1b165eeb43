import { IconFileExport } from '@tabler/icons-react';
import { downloadPaymentOrder } from '#contract/exchange.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/Toast.tsx';

/** The payment order of an invoice as a file: the accountant loads it into the bank's program or 1C and types nothing. */
export function PaymentOrderButton({ id }: { id: number }) {
  const save = useAction({
    mutationFn: () => saveFile(downloadPaymentOrder, { params: { id } }),
    onError: ({ message }: Error) => showToast({ tone: 'stop', title: 'Платёжка не скачана', message }),
  });
  return (
    <Button
      size="small"
      icon={<IconFileExport aria-hidden="true" stroke={1.75} />}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      Скачать платёжку для банка / 1С
    </Button>
  );
}
