/** Ten digits and more: a phone, a whole card number, an account. */
const LONG_NUMBER = /(?<!\d)\+?\d(?:[ \u00a0()-]{0,2}\d){9,}/g;

export interface Hidden {
  sentence: string;
  /** Puts the numbers back where a sentence names them. */
  show: (input: string) => string;
}

/** Returns the sentence with its long numbers as «№1», «№2», so that the numbers need not leave our servers. */
export function hideNumbers(sentence: string): Hidden {
  const numbers: string[] = [];
  const hidden = sentence.replace(LONG_NUMBER, (number) => `№${numbers.push(number)}`);
  return {
    sentence: hidden,
    show: (input) =>
      input.replace(/№ ?(\d{1,2})(?!\d)/g, (sign, at: string) => numbers[Number(at) - 1] ?? sign),
  };
}
