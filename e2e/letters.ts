import type { APIRequestContext } from '@playwright/test';
import { expect } from './fixtures.ts';

export type Letter = { id: number; subject: string; plain: string; headers: Record<string, string> };

let serial = 0;
/** An address that nobody has used before. */
export const newAddress = () => `mail-${Date.now()}-${(serial += 1)}@example.ru`;

/** The newest letter to an address with these words in its subject. */
export async function letterTo(
  request: APIRequestContext,
  address: string,
  subject: string,
): Promise<Letter> {
  let letter: Letter | undefined;
  await expect
    .poll(async () => {
      const { data } = await (
        await request.get(`/dev/letters?address=${encodeURIComponent(address)}`)
      ).json();
      letter = (data as Letter[]).find((one) => one.subject.includes(subject));
      return letter !== undefined;
    })
    .toBe(true);
  return letter as Letter;
}

/** Where a link of a letter leads: its address is the portal's own name for itself. */
export function linkIn(letter: Letter): string {
  const url = new URL(/https?:\/\/\S+/.exec(letter.plain)?.[0] ?? '');
  return url.pathname + url.search + url.hash;
}
