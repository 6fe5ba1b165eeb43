import { ADMIN, expect, signIn, test } from '../fixtures.ts';

test('the portal can be put on a home screen and begins at the cabinet @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const address = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const answer = await page.request.get(address);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ start_url: '/cabinet', scope: '/', display: 'standalone', lang: 'ru' });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe(type);
    const side = await page.evaluate(async (from) => {
      const image = new Image();
      image.src = from;
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== 'any') expect(`${side}x${side}`).toBe(sizes);
  }
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();
  }
});
