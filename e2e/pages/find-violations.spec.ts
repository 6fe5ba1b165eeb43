import { expect, expectNoAxeViolations, test } from '../fixtures.ts';

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

const STYLE = '<style>p { color: #222 } .pale p, p:focus { color: #ccc }</style>';
const ROWS = '<p tabindex="0">Карта 101</p><p tabindex="0">Карта 102</p>';

for (const [what, html, change, rule] of [
  [
    'in another colour than before',
    ROWS,
    `document.querySelector('div').className = 'pale'`,
    'color-contrast',
  ],
  ['in focus for the first time', ROWS, `document.querySelector('p').focus()`, 'color-contrast'],
  ['that is new among known ones', ROWS, `document.querySelector('div').innerHTML += '<input>'`, 'label'],
] as const) {
  test(`a piece ${what} is checked though its page was correct`, async ({ page }) => {
    await page.setContent(
      `<html lang="ru"><title>Счёт</title>${STYLE}<main><h1>Счёт</h1><div>${html}</div></main></html>`,
    );
    await expectNoAxeViolations(page);
    await page.evaluate(change);
    await expect(expectNoAxeViolations(page)).rejects.toThrow(rule);
    // Elements with a violation are not remembered as passed.
    await expect(expectNoAxeViolations(page)).rejects.toThrow(rule);
  });
}

for (const [what, size, isAllowed] of [
  ['a large target that a bar covers in part', 'width: 60px; height: 30px', true],
  ['a small target below a bar', 'inline-size: 12px; block-size: 12px', false],
] as const) {
  test(`${what} ${isAllowed ? 'passes' : 'fails'} the test of sizes`, async ({ page }) => {
    await page.setViewportSize({ width: 400, height: 300 });
    const button = (name: string) => `<button aria-label="${name}" style="padding: 0; ${size}"></button>`;
    await page.setContent(`<html lang="ru"><title>Счёт</title><style>h1 { height: 0; margin: 0 }
      main { height: 900px } div { height: 270px } footer { position: fixed; bottom: 0 }</style><main><h1>Счёт</h1>
      <div></div>${button('Первая')}${button('Вторая')}</main><footer>${button('Выше')}</footer></html>`);
    const check = expect(expectNoAxeViolations(page));
    await (isAllowed ? check.resolves.toBeUndefined() : check.rejects.toThrow('target-size'));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}
