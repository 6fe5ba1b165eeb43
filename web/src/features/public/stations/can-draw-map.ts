/**
 * Returns whether the browser has WebGL. It is known before the map's code has loaded, because a map that disappears
 * would move what the user is about to click.
 */
export function canDrawMap(): boolean {
  const canvas = document.createElement('canvas');
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null;
}
