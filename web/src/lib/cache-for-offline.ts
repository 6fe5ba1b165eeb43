let started = false;

/**
 * Lets the cabinet open without a network (public/service-worker.js): hands over the files that it is made of, those of
 * further pages as they come.
 */
export async function cacheForOffline(): Promise<void> {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  started = true;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    await document.fonts.ready;
    const handOver = (entries: PerformanceEntryList, opened: boolean): void => {
      const files = entries.map(({ name }) => name).filter((name) => name.startsWith(FOLDER));
      if (files.length > 0) active?.postMessage({ files: [...new Set(files)], opened });
    };
    handOver(performance.getEntriesByType('resource'), true);
    new PerformanceObserver((list) => handOver(list.getEntries(), false)).observe({ type: 'resource' });
  } catch {
    // A browser that forbids it shows the page as long as there is a network.
  }
}

const FOLDER = `${location.origin}/assets/`;
