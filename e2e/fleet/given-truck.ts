import type { Page } from '@playwright/test';
import { ADMIN, expect, signInForToken } from '../fixtures.ts';

type Card = { id: number; card_number: string; goods: [{ cg_id: number }] };

/** Puts a truck with a tank of one litre on an active card that has money, so that any filling is beyond it. */
export async function givenTruckOfOneLitre(page: Page, plate: string): Promise<{ card: Card }> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const card = cards.find(
    ({ status, card_sum: sum }: { status: { id: number }; card_sum: number }) =>
      status.id === 1 && sum > 1000,
  );
  const truck = { plate, brand: 'КамАЗ', tank_litres: 1, card_ids: [card.id] };
  expect((await page.request.post('/api/vehicles', { headers, data: truck })).ok()).toBe(true);
  return { card };
}
