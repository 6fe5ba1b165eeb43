import { useEffect } from 'react';

/** What the browser's tab and a screen reader's first word say: «АЗС — Магистраль». */
export function useDocumentTitle(title: string, programme: string): void {
  useEffect(() => {
    document.title = title ? `${title} — ${programme}` : programme;
  }, [title, programme]);
}
