import { Money } from '../ui/text/Money.tsx';

/** Returns the rubles of a movement from the account that credit pays, after all own money. */
export function computeCreditPart(sumRubles: number, ownRubles: number): number {
  return Math.max(0, Math.round((sumRubles - ownRubles) * 100)) / 100;
}

type Props = {
  sumRubles: number;
  /** Own money of the account. */
  ownRubles: number;
};

/** Shows how much of a movement is taken on credit; nothing where own money suffices. */
export function CreditPart({ sumRubles, ownRubles }: Props) {
  const part = computeCreditPart(sumRubles, ownRubles);
  if (part === 0) return null;
  return (
    <p className="ink-2">
      Из них в кредит <Money value={part} />
    </p>
  );
}
