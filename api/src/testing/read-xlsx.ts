import { strFromU8, unzipSync } from 'fflate';

/** The cells of a workbook's first sheet, row by row: texts as texts, numbers as numbers, null where there is nothing. */
export function readXlsx(bytes: Uint8Array): (string | number | null)[][] {
  const files = unzipSync(bytes);
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, inner = '']) =>
    plain(inner),
  );
  return [...part('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(
    ([, row = '']) => {
      const cells: (string | number | null)[] = [];
      for (const [, column = '', attributes = '', inner = ''] of row.matchAll(
        /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
      )) {
        const at = parseColumn(column);
        while (cells.length < at) cells.push(null);
        const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1];
        if (attributes.includes('t="s"')) cells[at] = texts[Number(value)] ?? null;
        else if (attributes.includes('t="inlineStr"')) cells[at] = plain(inner);
        else cells[at] = value === undefined ? null : Number(value);
      }
      return cells;
    },
  );
}

/** `A` → 0, `AA` → 26. */
function parseColumn(column: string): number {
  return [...column].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function plain(xml: string): string {
  return xml
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
