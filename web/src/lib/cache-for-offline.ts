/** Lets the page open without a network (public/service-worker.js): hands over the files that it was made of. */
export async function cacheForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    await document.fonts.ready;
    active?.postMessage({ files: filesOfPage() });
  } catch {
    // A browser that forbids it shows the page as long as there is a network.
  }
}

function filesOfPage(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(files)].filter((name) => name.startsWith(`${location.origin}/assets/`));
}
