import { counted, plural } from '#contract/counted.ts';
import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

/** Spec section 2, "Order created": «Дождитесь письма о готовности ваших карт на e-mail». */
export function cardsReadyLetter(facts: LetterFacts['cards-ready'], { site }: LetterLinks): LetterText {
  const { orderId, cards } = facts;
  return {
    subject: `Карты по заявке № ${orderId} готовы`,
    paragraphs: [
      `По заявке № ${orderId} ${plural(cards, ['выпущена', 'выпущено', 'выпущено'])} ${counted(cards, ['карта', 'карты', 'карт'])}. ${cards === 1 ? 'Она уже' : 'Они уже'} в личном кабинете.`,
      'Чтобы заправляться, выберите для каждой карты виды топлива и переведите на неё деньги.',
    ],
    action: { label: 'Открыть карты', url: `${site}/cabinet` },
  };
}
