/** Whether the browser has WebGL: known before the map's part has come, or its place would go from under a finger. */
export function canDrawMap(): boolean {
  const canvas = document.createElement('canvas');
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null;
}
