import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOperatorFile } from './operator.ts';

const file = JSON.parse(readFileSync('operator.json', 'utf8'));

describe('a mistyped requisite would stand on every invoice until a client’s bank sends the money back', () => {
  it('the file as it comes is taken', () => {
    expect(readOperatorFile(JSON.stringify(file)).requisites.inn).toBe(file.requisites.inn);
  });

  it.each([
    ['ИНН', { requisites: { ...file.requisites, inn: '7712345670' } }],
    ['Расчётный счёт', { requisites: { ...file.requisites, account: '40702810200000000002' } }],
    ['40702810800000000002', { otherAccounts: [{ account: '40702810800000000002', bik: '044525593' }] }],
  ])('a wrong «%s» stops the start, and is named', (name, change) => {
    expect(() => readOperatorFile(JSON.stringify({ ...file, ...change }))).toThrow(name);
  });
});
