const TRANSLITERATION: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  '№': 'No',
  '–': '-',
  '—': '-',
  '«': '',
  '»': '',
  '\u00a0': ' ',
};

/** Russian text for readers that know ASCII alone; what has no counterpart there becomes an underscore. */
export function transliterate(text: string): string {
  return text.normalize('NFC').replace(/[^\x20-\x7e]/gu, (sign) => {
    const small = sign.toLowerCase();
    const written = TRANSLITERATION[small];
    if (written === undefined) return '_';
    return small === sign ? written : written.slice(0, 1).toUpperCase() + written.slice(1);
  });
}
