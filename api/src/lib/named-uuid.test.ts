import { expect, test } from 'vitest';
import { namedUuid } from './named-uuid.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test('a name has the UUID that RFC 9562 gives as its example', () => {
  expect(namedUuid(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('an invalid namespace is refused', () => {
  expect(() => namedUuid('', 'www.example.com')).toThrow('not a namespace');
});
