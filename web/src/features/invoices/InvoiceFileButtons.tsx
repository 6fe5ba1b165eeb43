import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { INVOICE_PREVIEW_HIDES_SECONDS, ORDER_BILL_FRAME } from '#contract/limits.ts';
import type { downloadInvoice } from '#contract/money.ts';
import { failureOfFrame } from '../../api/client.ts';
import { saveFile, ticketUrl } from '../../api/download.ts';
import { useHiddenFrame } from '../../lib/use-hidden-frame.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  file: { endpoint: typeof downloadInvoice; id: number };
  /** Which invoice it is, where there are several: `счёт № М-000036`. */
  name?: string;
  primary?: boolean;
  small?: boolean;
};

/** Downloads or prints an invoice; the print frame is hidden after its three seconds (spec section 9). */
export function InvoiceFileButtons({ file, name, primary = false, small = false }: Props) {
  const [pending, setPending] = useState<'save' | 'print' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const openFrame = useHiddenFrame();
  const label = (deed: string) => (name ? `${deed}: ${name}` : undefined);
  const size = small ? 'small' : 'medium';

  async function run(kind: 'save' | 'print', work: () => Promise<void>) {
    setPending(kind);
    setError(null);
    await work().catch((reason: Error) => setError(reason.message));
    setPending(null);
  }

  async function print() {
    const url = await ticketUrl(file.endpoint, { params: { id: file.id }, query: { print: '1' } });
    openFrame(
      url,
      {
        printAfterMs: ORDER_BILL_FRAME.printAfterMs,
        hideAfterMs: INVOICE_PREVIEW_HIDES_SECONDS * 1000,
      },
      (said) => setError(failureOfFrame(said).message),
    );
  }

  return (
    <>
      <Button
        size={size}
        variant={primary ? 'primary' : 'secondary'}
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pending === 'save'}
        aria-label={label('Скачать')}
        onClick={() => void run('save', () => saveFile(file.endpoint, { params: { id: file.id } }))}
      >
        Скачать
      </Button>
      <Button
        size={size}
        variant={small ? 'quiet' : 'secondary'}
        icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
        pending={pending === 'print'}
        aria-label={label('Распечатать')}
        onClick={() => void run('print', print)}
      >
        Распечатать
      </Button>
      {error && <Notice tone="error">{error}</Notice>}
    </>
  );
}
