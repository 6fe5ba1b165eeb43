import { expect, test } from 'vitest';
import { callInWorker } from './call-in-worker.ts';

const words = new URL('./amount-in-words.ts', import.meta.url);

test('heavy work is done elsewhere and its result comes back', async () => {
  expect(await callInWorker(words, 'amountInWords', 100)).toBe('Один рубль 00 копеек');
});

test('what fails there fails here, and the next one gets its turn', async () => {
  await expect(callInWorker(words, 'amountInWords', -1)).rejects.toThrow(/RangeError/);
  await expect(callInWorker(words, 'nothing', 1)).rejects.toThrow();
  expect(await callInWorker(words, 'amountInWords', 200)).toBe('Два рубля 00 копеек');
});
