/**
 * Whether the browser has WebGL. Known before the map's code has loaded, because a map that disappears would move what
 * somebody is about to press.
 */
export function canDrawMap(): boolean {
  const canvas = document.createElement('canvas');
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null;
}
