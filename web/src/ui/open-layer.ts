/** Dialogues that are open, the topmost last. */
const layers: HTMLElement[] = [];

/** Marks what stays in reach over a dialogue: messages about what finished elsewhere. */
export const ABOVE = { 'data-above-dialogues': '' };

/**
 * Lays a dialogue over the page: all that is behind it, dialogues as well, can neither be reached by any key nor be read
 * to anybody, and does not scroll. Answers how it is taken away again.
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
  // Where the scroll bar takes room, its room is kept, lest the page jump aside.
  const bar = window.innerWidth - page.clientWidth;
  page.style.overflow = top ? 'hidden' : '';
  page.style.paddingRight = top && bar > 0 ? `${bar}px` : '';
}
