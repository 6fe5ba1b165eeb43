import { createRequire } from 'node:module';
import type { Content } from 'pdfmake/interfaces.js';
import { caption } from './paper-lines.ts';

/**
 * The encoder behind pdfmake's `qr` node. The node itself draws in whole points only, so the code's size cannot be
 * chosen. The encoder gives squares five points wide; the first rectangle is the background.
 */
const qrEncoder = createRequire(import.meta.url)('pdfmake/js/qrEnc.js') as {
  default: {
    measure(node: { qr: string; eccLevel: 'L' | 'M' | 'Q' | 'H' }): {
      _canvas: { x: number; y: number; w: number; h: number }[];
      _width: number;
    };
  };
};

const MM = 72 / 25.4;

/**
 * A QR code of level M, exactly `sideMm` wide, with its label below the quiet zone of four squares. It is one filled
 * path, so no screen shows seams between the squares.
 */
export function qrCode(text: string, sideMm: number, label: string): Content {
  const { _canvas: squares, _width: width } = qrEncoder.default.measure({ qr: text, eccLevel: 'M' });
  const path = squares
    .slice(1)
    .map(({ x, y, w, h }) => `M${x} ${y}h${w}v${h}h-${w}z`)
    .join('');
  const side = sideMm * MM;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}"><path fill="#000" d="${path}"/></svg>`;
  return {
    stack: [
      { svg, width: side, height: side },
      { text: label, ...caption, alignment: 'center', margin: [0, 7, 0, 0] },
    ],
  };
}

/** Width of a QR code of `sideMm` in points, for the column that holds it. */
export function pointsOf(sideMm: number): number {
  return sideMm * MM;
}
