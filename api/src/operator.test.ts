import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { findSignerProblem, parseOperatorFile, readOperatorFile } from './operator.ts';

const file = JSON.parse(readFileSync('operator.json', 'utf8'));

describe('a requisite of the operator', () => {
  it('the file as it comes is taken', () => {
    expect(parseOperatorFile(JSON.stringify(file)).requisites.inn).toBe(file.requisites.inn);
  });

  it.each([
    ['ИНН', { requisites: { ...file.requisites, inn: '7712345670' } }],
    ['Расчётный счёт', { requisites: { ...file.requisites, account: '40702810200000000002' } }],
    ['40702810800000000002', { otherAccounts: [{ account: '40702810800000000002', bik: '044525593' }] }],
  ])('a wrong «%s» stops the start, and is named', (name, change) => {
    expect(() => parseOperatorFile(JSON.stringify({ ...file, ...change }))).toThrow(name);
  });
});

describe('the days of an announcement', () => {
  const notice = (from: string, to: string) => ({ holidayNotice: { title: 'т', text: 'т', from, to } });

  it.each([
    ['a Russian day', notice('29.12.2026', '08.01.2027'), 'holidayNotice.from'],
    ['a day that does not exist', notice('2026-12-29', '2027-02-29'), 'holidayNotice.to'],
    ['a year forgotten at New Year', notice('2026-12-29', '2026-01-08'), 'holidayNotice.from'],
    ['a month without a zero', notice('2026-12-29', '2027-1-8'), 'holidayNotice.to'],
    ['a day of news', { news: [{ date: '2026-02-31', title: 'т', html: 'т' }] }, 'news[0].date'],
  ])('%s stops the start, and is named', (_, change, name) => {
    expect(() => parseOperatorFile(JSON.stringify({ ...file, ...change }))).toThrow(name);
  });

  it('a notice of one day is taken', () => {
    const change = notice('2026-12-31', '2026-12-31');
    expect(parseOperatorFile(JSON.stringify({ ...file, ...change }))).toMatchObject(change);
  });
});

describe('figures of the landing page', () => {
  const parse = (landing: unknown) => parseOperatorFile(JSON.stringify({ ...file, landing })).landing;

  it.each([
    ['a discount with a tenth of a kopeck', { litreDiscountRubles: 2.505 }, 'landing.litreDiscountRubles'],
    ['a negative discount', { litreDiscountRubles: -1 }, 'landing.litreDiscountRubles'],
    ['a figure without its text', { benefit: { figure: '2,50 ₽' } }, 'landing.benefit.text'],
    ['a mistyped name', { litreDiscount: 2 }, 'litreDiscount'],
  ])('%s stops the start, and is named', (_, landing, name) => {
    expect(() => parse(landing)).toThrow(name);
  });

  it('may be left out', () => {
    expect(parse(undefined)).toEqual({});
    expect(parse({ litreDiscountRubles: 1.15 })).toEqual({ litreDiscountRubles: 1.15 });
  });
});

it('a missing operator’s file and one that is no JSON are explained', () => {
  expect(() => readOperatorFile('/nope.json')).toThrow(ConfigError);
  expect(() => readOperatorFile('/nope.json')).toThrow(
    /\/nope\.json \(OPERATOR_FILE\) can't be read: there is no such/,
  );
  expect(() => parseOperatorFile('{"name": ')).toThrow(/^The operator's file is no JSON/);
});

describe('the signer of documents in the State’s forms', () => {
  const signedBy = (change: object) =>
    JSON.stringify({ ...file, requisites: { ...file.requisites, ...change } });

  it.each(['Дорохов А. П.', 'Дорохов А.П.', 'Дорохов А П', 'Дорохов'])(
    'initials or a lone surname stop the start: «%s»',
    (name) => {
      const text = signedBy({ signatory: { position: 'Директор', name } });
      expect(() => parseOperatorFile(text)).toThrow('requisites.signatory.name');
    },
  );

  it('a director with initials and no signatory is warned of, a whole name is not', () => {
    const warn = (change: object) => findSignerProblem(parseOperatorFile(signedBy(change)));
    expect(warn({})).toBeNull();
    expect(warn({ signatory: undefined })).toContain('«Дорохов А. П.»');
    expect(warn({ signatory: undefined, director: 'Салтыков-Щедрин Иван Петрович' })).toBeNull();
  });
});
