import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '../lib/use-media.ts';

/**
 * Returns whether the page is being printed. It renders at once, because the browser counts the sheets right after the
 * event.
 */
export function usePrinting(): boolean {
  const [toPrinter, setToPrinter] = useState(false);
  const isPrintMedia = useMedia('print');
  useEffect(() => {
    const onPrint = ({ type }: Event) => flushSync(() => setToPrinter(type === 'beforeprint'));
    for (const type of PRINT_EVENTS) addEventListener(type, onPrint);
    return () => PRINT_EVENTS.forEach((type) => removeEventListener(type, onPrint));
  }, []);
  return toPrinter || isPrintMedia;
}

const PRINT_EVENTS = ['beforeprint', 'afterprint'];
