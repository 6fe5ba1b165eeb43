import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { INVOICE_PREVIEW_HIDES_SECONDS, ORDER_BILL_FRAME } from '#contract/limits.ts';
import type { downloadInvoice } from '#contract/money/money.ts';
import { usePdf } from '../../../state/use-pdf.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

type Props = {
  file: { endpoint: typeof downloadInvoice; id: number };
  /** Name of the invoice, where there are several: `счёт № М-000036`. */
  name?: string;
  primary?: boolean;
  small?: boolean;
};

const TIMES = {
  printAfterMs: ORDER_BILL_FRAME.printAfterMs,
  hideAfterMs: INVOICE_PREVIEW_HIDES_SECONDS * 1000,
};

/** Downloads or prints an invoice; the print frame is hidden after its three seconds (spec section 9). */
export function InvoiceFileButtons({ file, name, primary = false, small = false }: Props) {
  const invoice = usePdf({
    endpoint: file.endpoint,
    input: { params: { id: file.id } },
    toPrint: { params: { id: file.id }, query: { print: 1 } },
    times: TIMES,
    frameDownloads: false,
  });
  const label = (verb: string) => (name ? `${verb}: ${name}` : undefined);
  const size = small ? 'small' : 'medium';

  return (
    <>
      <Button
        size={size}
        variant={primary ? 'primary' : 'secondary'}
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={invoice.saving}
        aria-label={label('Скачать')}
        onClick={invoice.save}
      >
        Скачать
      </Button>
      <Button
        size={size}
        variant={small ? 'quiet' : 'secondary'}
        icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
        pending={invoice.printing}
        aria-label={label('Распечатать')}
        onClick={invoice.print}
      >
        Распечатать
      </Button>
      {invoice.problem && <Notice tone="error">{invoice.problem}</Notice>}
    </>
  );
}
