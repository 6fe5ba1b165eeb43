import type { Content } from 'pdfmake/interfaces.js';
import qr from 'qrcode';
import { caption } from './pdf-lines.ts';

const MM = 72 / 25.4;

export interface QrSquares {
  /** Squares in a side, without the quiet zone. */
  size: number;
  /** The dark ones as one SVG path, so no screen shows seams between them. */
  path: string;
}

/** A QR code of level M, for a screen. */
export function qrSquares(text: string): QrSquares {
  const { size, data } = createModules(text);
  const dark = Array.from(data.keys()).filter((place) => data[place]);
  return { size, path: dark.map((place) => `M${place % size} ${Math.floor(place / size)}h1v1h-1z`).join('') };
}

/** The same squares for print, joined along each row: a PDF takes half the processor of one with a path for each square. */
function qrRows(text: string): QrSquares {
  const { size, data } = createModules(text);
  let path = '';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && data[row * size + column]) column += 1;
      if (column > start) path += `M${start} ${row}h${column - start}v1H${start}z`;
    }
  return { size, path };
}

function createModules(text: string) {
  return qr.create(text, { errorCorrectionLevel: 'M' }).modules;
}

/** A printed QR code, exactly `sideMm` wide, with its label below the quiet zone of four squares. */
export function qrCode(text: string, sideMm: number, label: string): Content {
  const { size, path } = qrRows(text);
  const side = sideMm * MM;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${path}"/></svg>`;
  const picture = { svg, width: side, height: side, alt: label };
  return {
    stack: [picture, { text: label, ...caption, alignment: 'center', margin: [0, 7, 0, 0] }],
  };
}

/** Width of a QR code of `sideMm` in points, for the column that holds it. */
export function mmToPoints(sideMm: number): number {
  return sideMm * MM;
}
