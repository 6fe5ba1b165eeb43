/** Distances of a layer that opens beside its button: from the button, and from the edges of the screen. */
export const POPUP_POSITION = { positionMethod: 'fixed', sideOffset: 6, collisionPadding: 8 } as const;
