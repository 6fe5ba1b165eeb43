import { useState } from 'react';

/**
 * Where a notice of the whole page stands: over the page where it was known before its content was shown. What is known
 * later stands under this page and over the next one: nothing moves that somebody aims at.
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
