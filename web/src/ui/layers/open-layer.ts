/** The open dialogues, topmost last. */
const layers: HTMLElement[] = [];

/**
 * Marks elements that stay reachable over a dialogue: messages about finished actions. The library leaves live
 * regions audible. The mark itself is not a live region, so each message is read only once.
 */
export const ABOVE_DIALOGS = { 'data-above-dialogues': '', 'aria-live': 'off' } as const;

/**
 * Everything behind a dialogue, other dialogues included, is out of reach of the keyboard and of screen readers: the
 * library hides it from the latter and watches the edges of the dialogue only. Returns a function that ends it.
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
}
