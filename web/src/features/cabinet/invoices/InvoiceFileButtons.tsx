import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { INVOICE_PREVIEW_HIDES_SECONDS, ORDER_BILL_FRAME } from '#contract/limits.ts';
import type { downloadInvoice } from '#contract/money/money.ts';
import { usePdf } from '../../../state/use-pdf.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

type File = { endpoint: typeof downloadInvoice; id: number };

const TIMES = {
  printAfterMs: ORDER_BILL_FRAME.printAfterMs,
  hideAfterMs: INVOICE_PREVIEW_HIDES_SECONDS * 1000,
};

/** Downloads or prints an invoice; the print frame is hidden after its three seconds (spec section 9). */
function useInvoicePdf(file: File) {
  return usePdf({
    endpoint: file.endpoint,
    input: { params: { id: file.id } },
    toPrint: { params: { id: file.id }, query: { print: 1 } },
    times: TIMES,
    frameDownloads: false,
  });
}

/** The file of one invoice, with words. */
export function InvoiceFileButtons({ file, primary = false }: { file: File; primary?: boolean }) {
  const invoice = useInvoicePdf(file);
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={invoice.saving}
        onClick={invoice.save}
      >
        Скачать
      </Button>
      <Button
        icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
        pending={invoice.printing}
        onClick={invoice.print}
      >
        Распечатать
      </Button>
      {invoice.problem && <Notice tone="error">{invoice.problem}</Notice>}
    </>
  );
}

/** The same as two icons in a row of the list. `name` is that of the invoice: «счёт № М-000036». */
export function InvoiceFileIcons({ file, name }: { file: File; name: string }) {
  const invoice = useInvoicePdf(file);
  return (
    <Row gap="1">
      <IconButton
        label={`Скачать: ${name}`}
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        aria-busy={invoice.saving || undefined}
        onClick={() => !invoice.saving && invoice.save()}
      />
      <IconButton
        label={`Распечатать: ${name}`}
        icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
        aria-busy={invoice.printing || undefined}
        onClick={() => !invoice.printing && invoice.print()}
      />
      {invoice.problem && <Notice tone="error">{invoice.problem}</Notice>}
    </Row>
  );
}
