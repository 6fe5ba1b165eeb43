import { useEffect } from 'react';

/** Sets the title of the browser's tab, which screen readers read first: «АЗС — Магистраль». */
export function useDocumentTitle(title: string, programme: string): void {
  useEffect(() => {
    document.title = title ? `${title} — ${programme}` : programme;
  }, [title, programme]);
}
