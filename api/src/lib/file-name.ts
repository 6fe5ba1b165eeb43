/** Long enough for any title of ours; with its folder still a path that Windows opens. */
const LONGEST = 120;

/** A title as the name of a file or folder, without its ending and without what Windows refuses. */
export function fileName(title: string): string {
  const plain = title
    .replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    // A name may not end with a dot there, and some words are devices.
    .replace(/[. ]+$/, '');
  if (plain === '') return 'Документ';
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}
