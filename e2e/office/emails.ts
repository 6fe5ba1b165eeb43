import type { APIRequestContext } from '@playwright/test';
import { expect } from '../fixtures.ts';

export type Email = { id: number; subject: string; plain: string; headers: Record<string, string> };

let serial = 0;
/** Returns an address that was never used before. */
export const newAddress = () => `mail-${Date.now()}-${(serial += 1)}@example.ru`;

/** Waits for the newest email to an address with this text in its subject. */
export async function waitForEmail(
  request: APIRequestContext,
  address: string,
  subject: string,
): Promise<Email> {
  let email: Email | undefined;
  await expect
    .poll(async () => {
      const { data } = await (
        await request.get(`/dev/letters?address=${encodeURIComponent(address)}`)
      ).json();
      email = (data as Email[]).find((row) => row.subject.includes(subject));
      return email !== undefined;
    })
    .toBe(true);
  return email as Email;
}

/** Returns the path of an email's link, whose address has the portal's own name for itself. */
export function linkIn(email: Email): string {
  const url = new URL(/https?:\/\/\S+/.exec(email.plain)?.[0] ?? '');
  return url.pathname + url.search + url.hash;
}
