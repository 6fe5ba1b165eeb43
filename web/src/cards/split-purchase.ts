/** Splits «Покупка: ДТ, 208 л, карта •• 7466, Газпромнефть № 195, Тула»: where a card paid is a detail. */
export function splitPurchase(description: string): { what: string; place: string } {
  const { what = description, place = '' } = PURCHASE.exec(description)?.groups ?? {};
  return { what, place };
}

const PURCHASE = /^(?<what>.*карта ••\s\d{4}), (?<place>.+)$/;
