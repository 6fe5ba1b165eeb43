import { useState } from 'react';

/**
 * Returns the place of a notice about the whole page. It is above the page if it was known before the content was
 * shown, otherwise below this page and above the next, so that nothing moves under the pointer.
 */
export function useNoticePlace(
  known: boolean,
  pathname: string,
  contentShown: boolean,
): 'over' | 'under' | null {
  const [page, setPage] = useState<{ pathname: string; over: boolean } | null>(null);
  if (contentShown && page?.pathname !== pathname) setPage({ pathname, over: known });
  if (!known) return null;
  return page && !page.over ? 'under' : 'over';
}
