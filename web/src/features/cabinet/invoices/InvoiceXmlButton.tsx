import { IconFileTypeXml } from '@tabler/icons-react';
import { downloadInvoiceXml } from '#contract/papers/exchange.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';

/** An invoice in the State's form, for the payer's accounting program. */
export function InvoiceXmlButton({ id, medium = false }: { id: number; medium?: boolean }) {
  const save = useAction({
    mutationFn: () => saveFile(downloadInvoiceXml, { params: { id } }),
    onError: ({ message }: Error) => showToast({ tone: 'stop', title: 'XML не скачан', message }),
  });
  return (
    <Button
      size={medium ? 'medium' : 'small'}
      icon={<IconFileTypeXml aria-hidden="true" stroke={1.75} />}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      Скачать XML
    </Button>
  );
}
