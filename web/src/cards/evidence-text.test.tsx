// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { EvidenceText } from './EvidenceText.tsx';

test('the place of a truck is a link to a map', async () => {
  await render(<EvidenceText>15.09.2026 12:00 МСК машина была в точке 55,64944, 37,09201.</EvidenceText>);
  expect(document.body.textContent).toBe(
    '15.09.2026 12:00 МСК машина была в точке 55,64944, 37,09201 на карте.',
  );
  expect(document.querySelector('a')?.href).toBe('https://yandex.ru/maps/?pt=37.09201,55.64944&z=16');
});

test('a sentence without a place has no link', async () => {
  await render(<EvidenceText>Карта была на машине А 123 ВС 77, бак 600 л.</EvidenceText>);
  expect(document.querySelector('a')).toBeNull();
});
