/** The open dialogues, topmost last. */
const layers: HTMLElement[] = [];

/** Marks what stays reachable over a dialogue: messages about what finished elsewhere. */
export const ABOVE = { 'data-above-dialogues': '' };

/**
 * Puts a dialogue over the page: everything behind it, other dialogues included, is out of reach of the keyboard and of
 * screen readers, and does not scroll. Returns a function that removes it.
 */
export function openLayer(layer: HTMLElement): () => void {
  layers.push(layer);
  settle();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    settle();
  };
}

export function isTopLayer(layer: HTMLElement): boolean {
  return layers.at(-1) === layer;
}

function settle(): void {
  const top = layers.at(-1);
  for (const part of document.body.children)
    if (part instanceof HTMLElement)
      part.inert = top !== undefined && part !== top && !('aboveDialogues' in part.dataset);
  const page = document.documentElement;
  if ((top === undefined) === (page.style.overflow === '')) return;
  // Keeps the width of the scroll bar free, so that the page does not jump sideways.
  const bar = window.innerWidth - page.clientWidth;
  page.style.overflow = top ? 'hidden' : '';
  page.style.paddingRight = top && bar > 0 ? `${bar}px` : '';
}
