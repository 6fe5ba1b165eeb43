import { describe, expect, it } from 'vitest';
import {
  accountProblem,
  bikProblem,
  corrAccountProblem,
  kppProblem,
  ogrnProblem,
  REQUISITES_MESSAGES,
  requisitesProblems,
  type Requisites,
} from './requisites.ts';

/** Every account that the ten possible keys give; only one of them may pass. */
function passingKeys(pattern: string, check: (account: string) => string | null): string[] {
  return [...'0123456789'].filter((key) => check(pattern.replace('K', key)) === null);
}

describe('account keys', () => {
  it('the two examples of ЦБ РФ № 515 give their printed keys and no other', () => {
    expect(passingKeys('40602810K00000000025', (account) => accountProblem(account, '049805746'))).toEqual([
      '7',
    ]);
    expect(
      passingKeys('30101810K00000000746', (account) => corrAccountProblem(account, '049805000')),
    ).toEqual(['8']);
  });

  it.each([
    ['044525225', '30101810400000000225'],
    ['044525974', '30101810145250000974'],
    ['044525593', '30101810200000000593'],
    ['044525187', '30101810700000000187'],
    ['044030653', '30101810500000000653'],
  ])('the correspondent account of bank %s is not refused', (bik, account) => {
    expect(corrAccountProblem(account, bik)).toBeNull();
  });

  it.each([
    ['044525225', '40702810200000000001'],
    ['044525225', '40802810100000000001'],
    ['044525974', '40702810500000000001'],
    ['044525974', '40802810400000000001'],
    ['044525593', '40702810800000000001'],
  ])('a client account of bank %s is not refused', (bik, account) => {
    expect(accountProblem(account, bik)).toBeNull();
  });

  it('a mistyped digit, a foreign BIK or a wrong length is noticed', () => {
    expect(accountProblem('40802810900000000001', '044525974')).toBe(REQUISITES_MESSAGES.accountKey);
    expect(accountProblem('40702810200000000001', '044525974')).toBe(REQUISITES_MESSAGES.accountKey);
    expect(accountProblem('4070281020000000000', '044525225')).toBe(REQUISITES_MESSAGES.account);
    expect(accountProblem('40702810200000000001', '44525225')).toBe(REQUISITES_MESSAGES.bik);
  });

  it('treasury accounts, keyed by other rules, are let through', () => {
    expect(accountProblem('03100643000000017300', '024501901')).toBeNull();
    expect(corrAccountProblem('40102810445370000059', '024501901')).toBeNull();
  });
});

describe('BIK, KPP, OGRN', () => {
  it('shapes of BIK, KPP and OGRN hold', () => {
    expect(bikProblem('044525225')).toBeNull();
    expect(bikProblem('144525225')).toBe(REQUISITES_MESSAGES.bik);
    expect(kppProblem('770901001')).toBeNull();
    expect(kppProblem('7709AB001')).toBeNull();
    expect(kppProblem('77090100')).toBe(REQUISITES_MESSAGES.kpp);
  });

  it.each([
    '1027700132195',
    '1027700070518',
    '1027700149124',
    '1027700043502',
    '1037739877295',
    '1027700035769',
    '1025501701686',
    '304500116000157',
    '324774600123450',
    '316774600123454',
  ])('the right number %s is not refused', (ogrn) => {
    expect(ogrnProblem(ogrn)).toBeNull();
  });

  it('a wrong control digit, first digit or length is noticed', () => {
    expect(ogrnProblem('1027700132196')).toBe(REQUISITES_MESSAGES.ogrnControl);
    expect(ogrnProblem('313774635700022')).toBe(REQUISITES_MESSAGES.ogrnControl);
    expect(ogrnProblem('2027700132195')).toBe(REQUISITES_MESSAGES.ogrn);
    expect(ogrnProblem('102770013219')).toBe(REQUISITES_MESSAGES.ogrn);
  });
});

describe('the programme’s own requisites', () => {
  const right: Requisites = {
    name: 'ООО «Топливные карты»',
    inn: '7712345671',
    kpp: '771201001',
    ogrn: '1027700132195',
    address: 'Москва',
    phone: '+78000000000',
    account: '40702810200000000001',
    bik: '044525225',
    bank: 'ПАО СБЕРБАНК',
    corrAccount: '30101810400000000225',
    director: 'Иванов И. И.',
    accountant: null,
  };

  it('requisites of the programme are accepted when right, every mistake is named', () => {
    expect(requisitesProblems(right)).toEqual([]);
    expect(requisitesProblems({ ...right, kpp: null })).toEqual([]);
    const problems = requisitesProblems({ ...right, inn: '7712345670', account: '40702810200000000002' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['ИНН', 'Расчётный счёт']);
  });
});
