import { expect, expectNoAxeViolations, test } from './fixtures.ts';

for (const [what, html, rule] of [
  ['a picture without words', '<img src="data:,">', 'image-alt'],
  ['words too pale to read', '<p style="color: #ccc; background: #fff">Остаток</p>', 'color-contrast'],
  ['a field without a name', '<input type="text">', 'label'],
] as const) {
  test(`${what} fails the test that looks for what axe finds`, async ({ page }) => {
    await page.setContent(`<html lang="ru"><title>Счёт</title><main><h1>Счёт</h1>${html}</main></html>`);
    await expect(expectNoAxeViolations(page)).rejects.toThrow(rule);
    await expect(expectNoAxeViolations(page, 'h1')).resolves.toBeUndefined();
  });
}
