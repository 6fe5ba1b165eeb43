import { useEffect, useState } from 'react';
import { INVOICE_PREVIEW_HIDES_SECONDS } from '#contract/limits.ts';
import { downloadInvoice } from '#contract/money/money.ts';
import { callForFile } from '../../../server/call-for-file.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './InvoicePreview.module.css';

/** Firefox's viewer opens the outline of a PDF over its page otherwise. */
const WITHOUT_SIDEBAR = '#pagemode=none';

type Props = {
  id: number;
  number: string;
  /** Whether the user has opened the preview, so that it does not hide by itself. */
  stays?: boolean;
};

/**
 * Shows the invoice as it will be printed. It hides by itself after three seconds (spec section 9); requested again, it
 * stays. Its space stays reserved, so that nothing moves under the pointer. A browser that shows no PDF has the buttons
 * alone.
 */
export function InvoicePreview({ id, number, stays = false }: Props) {
  const pdfUrl = usePdfUrl(id);
  const [state, setState] = useState<'looking' | 'hidden' | 'kept'>(stays ? 'kept' : 'looking');
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!loaded || state !== 'looking') return;
    const timer = setTimeout(() => setState('hidden'), INVOICE_PREVIEW_HIDES_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [loaded, state]);

  if (pdfUrl === null) return null;
  const shown = state !== 'hidden';
  return (
    <section className={styles.preview} aria-label={`Предпросмотр счёта № ${number}`} data-print="hide">
      <div className={styles.room}>
        {shown && pdfUrl !== 'on its way' && (
          <iframe
            className={styles.paper}
            src={`${pdfUrl}${WITHOUT_SIDEBAR}`}
            title={`Счёт № ${number}`}
            onLoad={() => setLoaded(true)}
          />
        )}
      </div>
      <Button size="small" variant="quiet" onClick={() => setState(shown ? 'hidden' : 'kept')}>
        {shown ? 'Скрыть счёт' : 'Показать счёт'}
      </Button>
    </section>
  );
}

/** Returns an address of the PDF for a frame; null where nothing can show it, or no PDF came. */
function usePdfUrl(id: number): string | null {
  const [url, setUrl] = useState<string | null>(navigator.pdfViewerEnabled === false ? null : 'on its way');
  useEffect(() => {
    if (navigator.pdfViewerEnabled === false) return;
    let made: string | null = null;
    let left = false;
    callForFile(downloadInvoice, { params: { id }, query: { print: 1 } }).then(
      ({ file }) => {
        // A proxy's page must not be shown as the PDF.
        if (left || file.type !== 'application/pdf') return setUrl(null);
        made = URL.createObjectURL(file);
        setUrl(made);
      },
      () => setUrl(null),
    );
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return url;
}
