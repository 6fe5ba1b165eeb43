import { expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { toForm } from './to-form.ts';

test('§7.15 §7.27 §7.33 §7.42 the calls that the specification writes as forms are sent as forms', () => {
  const forms = allCalls.filter(({ sentAs }) => sentAs === 'form').map(({ name }) => name);
  expect(forms.toSorted()).toEqual([
    'changeCardStatus',
    'createOrder',
    'editOrder',
    'requestEdm',
    'transferToCard',
  ]);
});

test('§7.15 §7.33 a form names its fields as a form does, and leaves out what is not there', () => {
  const input = {
    sum: 1500.5,
    sms: '012345',
    mode: 1,
    note: undefined,
    address: { city: 'Тула', house: null },
  };
  expect([...toForm(input)]).toEqual([
    ['sum', '1500.5'],
    ['sms', '012345'],
    ['mode', '1'],
    ['address[city]', 'Тула'],
  ]);
  expect(String(toForm(undefined))).toBe('');
});
