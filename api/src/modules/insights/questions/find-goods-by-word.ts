interface Goods {
  title: string;
  /** Pattern of the titles that networks give to the product. */
  pattern: RegExp;
}

const GOODS: [said: RegExp, goods: Goods][] = [
  [/^(дт|диз\S*|соляр\S*)$/, { title: 'ДТ', pattern: /^(дт|дизел)/i }],
  [/^(аи-?)?92(-й|й|го)?$/, { title: 'АИ-92', pattern: /^аи-?92/i }],
  [/^(аи-?)?95(-й|й|го)?$/, { title: 'АИ-95', pattern: /^аи-?95/i }],
  [/^(аи-?)?98(-й|й|го)?$/, { title: 'АИ-98', pattern: /^аи-?98/i }],
  [/^(аи-?)?100(-й|й|го)?$/, { title: 'АИ-100', pattern: /^аи-?100/i }],
  [/^бензин\S*$/, { title: 'бензин', pattern: /^(аи|бензин)/i }],
  [/^(газ|газа|газом|суг|пропан\S*)$/, { title: 'газ', pattern: /газ|суг|пропан/i }],
  [/^(adblue|адблю|мочевин\S*)$/, { title: 'AdBlue', pattern: /adblue|мочевин/i }],
];

/** The fuel that a word means in everyday speech; null where it means none. */
export function findGoodsByWord(word: string): Goods | null {
  return GOODS.find(([input]) => input.test(word))?.[1] ?? null;
}
