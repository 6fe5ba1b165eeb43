import type { CustomTableLayout } from 'pdfmake/interfaces.js';
import { INK_SECOND, LINE } from './pdf.ts';

/** Shared by the blocks and tables of a document: the smallest type and the thinnest line. */
export const HAIRLINE = 0.5;

export const caption = { fontSize: 7.5, color: INK_SECOND };

export const hairlines: CustomTableLayout = {
  hLineWidth: () => HAIRLINE,
  vLineWidth: () => HAIRLINE,
  hLineColor: () => LINE,
  vLineColor: () => LINE,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

export const noLines: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
};
