import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

/** The first screen is drawn by then. A dialog that is opened later does not wait for its file. */
const LOAD_AHEAD_MS = 3000;

/**
 * Makes a dialog whose file is not part of its page. The dialog stays mounted after it was opened, so that its closing
 * is drawn.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpened: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  const Dialog = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props) {
    const opened = isOpened(props);
    const [needed, setNeeded] = useState(opened);
    if (opened && !needed) setNeeded(true);
    useLoadAhead(load);
    if (!needed) return null;
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

/** Loads a file that its page will probably need, once the page has been drawn. */
export function useLoadAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), LOAD_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
