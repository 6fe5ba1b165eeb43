/** Endings of nouns and names as people decline them, the longest first. */
const ENDING =
  /(?:иями|ями|ами|ями|ого|ему|ому|ыми|ими|ах|ях|ов|ев|ей|ой|ий|ый|ая|ам|ям|ом|ем|ым|им|ую|ою|ы|и|а|я|о|е|у|ю|ь)$/;

/** The part of a word that its forms share: «КамАЗы», «КамАЗами» → «камаз», «Волкова» → «волков». Numbers stay whole. */
export function getStem(word: string): string {
  if (/\d/.test(word)) return word;
  const stem = word.replace(ENDING, '');
  return stem.length >= 3 ? stem : word;
}
