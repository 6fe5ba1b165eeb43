import type { Content } from 'pdfmake/interfaces.js';
import qr, { type QRCodeErrorCorrectionLevel } from 'qrcode';
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

/** Squares around a code that stay white: without them a scanner does not find it. */
const QUIET = 4;

/**
 * A QR code of level H as an SVG element for a page without a script, black on white with its quiet zone: a third of it may
 * be cracked or dirty. The label is HTML already.
 */
export function qrForCrackedScreen(text: string, label: string): string {
  const { size, path } = qrRows(text, 'H');
  const side = size + 2 * QUIET;
  return `<svg class="qr" role="img" aria-label="${label}" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

/** The same squares joined along each row: a PDF takes half the processor of one with a path for each square, and a page is small. */
function qrRows(text: string, level: QRCodeErrorCorrectionLevel = 'M'): QrSquares {
  const { size, data } = createModules(text, level);
  let path = '';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && data[row * size + column]) column += 1;
      if (column > start) path += `M${start} ${row}h${column - start}v1H${start}z`;
    }
  return { size, path };
}

function createModules(text: string, level: QRCodeErrorCorrectionLevel = 'M') {
  return qr.create(text, { errorCorrectionLevel: level }).modules;
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
