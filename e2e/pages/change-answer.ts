import type { APIResponse, Page } from '@playwright/test';

type Answer = Awaited<ReturnType<APIResponse['json']>>;

/** Lets the server answer these requests, and applies `change` to the answer before the page reads it. */
export async function changeAnswer(
  page: Page,
  url: string | RegExp,
  change: (answer: Answer) => void,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    change(answer);
    await route.fulfill({ response, json: answer });
  });
}
