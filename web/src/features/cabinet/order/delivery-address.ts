type Address = { city: string; street: string; house: string };

/**
 * Returns the address without the words that every address line writes before the town and the house: «г.» and «дом».
 */
export function plainAddress({ city, street, house }: Address): Address {
  return {
    city: city.trim().replace(TOWN, ''),
    street: street.trim(),
    house: house.trim().replace(HOUSE, ''),
  };
}

/** `г. Москва, ул. Тверская, дом 7`; null when nothing is known. */
export function addressLine(address: Address | null): string | null {
  if (!address?.city) return null;
  const { city, street, house } = plainAddress(address);
  return `г.\u00a0${city}, ${street}, дом\u00a0${house}`;
}

const TOWN = /^(?:г\.|(?:г|город)(?=\s|$))\s*/i;
const HOUSE = /^(?:д\.|(?:д|дом)(?=[\s\d]|$))\s*/i;
