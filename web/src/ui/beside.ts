/** How what opens beside its button keeps its distance: from the button, and from the edges of the screen. */
export const BESIDE = { positionMethod: 'fixed', sideOffset: 6, collisionPadding: 8 } as const;
