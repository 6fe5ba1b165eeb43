import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { kopecks } from '#contract/kopecks.ts';
import type { CorrectedLine } from '../corrections/ukd-document.ts';

/** Reads the corrected lines back from the file of a УКД that was made here: its figures are stored nowhere else. */
export function readCorrectedLines(bytes: Uint8Array): CorrectedLine[] {
  using document = XmlDocument.fromBuffer(bytes);
  return document.root.find('/Файл/Документ/ТаблКСчФ/СведТов').flatMap((line) => {
    if (!(line instanceof XmlElement)) return [];
    const after = line.get('СтТовУчНал');
    if (!(after instanceof XmlElement)) throw new Error('a line of a УКД has no sum');
    return [
      {
        place: Number(attribute(line, 'НомСтр')),
        quantity: hundredths(attribute(line, 'КолТовПосле')),
        gross: kopecks(hundredths(attribute(after, 'СтоимПослеИзм'))),
      },
    ];
  });
}

function attribute(element: XmlElement, name: string): string {
  return element.attrs.find((attr) => attr.name === name)?.content ?? '0';
}

function hundredths(text: string): number {
  return Math.round(Number(text) * 100);
}
