import { expect, test } from 'vitest';
import { scanName } from './scan.ts';

test.each([
  ['Приказ.hta', 'image/jpeg', 'Приказ.jpg'],
  ['Приказ.pdf.exe', 'application/pdf', 'Приказ.pdf.pdf'],
  ['акт', 'image/png', 'акт'],
  ['акт.pdf', 'image/jpeg', 'акт.pdf'],
  ['акт.JPEG', 'image/jpeg', 'акт.JPEG'],
  ['C:\\сканы\\акт.png', 'image/png', 'акт.png'],
  ['.html', 'application/pdf', 'document.pdf'],
  ['', 'application/pdf', 'document'],
] as const)('a scan named %s whose content is %s is stored as %s', (input, mime, stored) => {
  expect(scanName(input, 'document', mime)).toBe(stored);
});
