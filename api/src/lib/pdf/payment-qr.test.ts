import { describe, expect, it } from 'vitest';
import { paymentQr, type PaymentOrder } from './payment-qr.ts';

const ORDER: PaymentOrder = {
  payeeName: 'ООО "Топливные карты"',
  account: '40702810200000000001',
  bankName: 'ПАО СБЕРБАНК',
  bik: '044525225',
  corrAccount: '30101810400000000225',
  payeeInn: '7712345671',
  payeeKpp: '771201001',
  sumKopecks: 150_000_00,
  purpose: 'Оплата по счету № ТК-000123 от 15.09.2026. В т.ч. НДС 22% 27049-18',
};

describe('payment QR', () => {
  it('the payment QR equals the standard’s example', () => {
    const text = paymentQr(ORDER);
    expect(text).toBe(
      'ST00012|Name=ООО "Топливные карты"|PersonalAcc=40702810200000000001|BankName=ПАО СБЕРБАНК|BIC=044525225' +
        '|CorrespAcc=30101810400000000225|PayeeINN=7712345671|KPP=771201001|Sum=15000000' +
        '|Purpose=Оплата по счету № ТК-000123 от 15.09.2026. В т.ч. НДС 22% 27049-18',
    );
    expect(Buffer.byteLength(text)).toBe(310);
  });

  it('a separator inside a value does not break the record', () => {
    const text = paymentQr({ ...ORDER, purpose: 'Счёт | аванс' });
    expect(text.startsWith('ST00012~Name=')).toBe(true);
    expect(text.endsWith('~Purpose=Счёт | аванс')).toBe(true);
    const all = paymentQr({ ...ORDER, purpose: 'а|б~в^г*д;е' });
    expect(all.endsWith('|Purpose=а/б~в^г*д;е')).toBe(true);
  });

  it('long texts are cut at the lengths of the standard', () => {
    const text = paymentQr({
      ...ORDER,
      payeeName: 'И'.repeat(500),
      bankName: 'Б'.repeat(100),
      purpose: 'Ц'.repeat(400),
    });
    const values = Object.fromEntries(text.split('|').map((field) => field.split('=')));
    expect([values.Name.length, values.BankName.length, values.Purpose.length]).toEqual([160, 45, 210]);
  });

  it('line breaks, soft hyphens and pictures never reach the code', () => {
    expect(paymentQr({ ...ORDER, purpose: 'Оплата\r\nпо с\u00adчёту\u00a0№ 1 🚚!' })).toContain(
      'Purpose=Оплата по счёту № 1 !',
    );
  });

  it('a sole trader has no KPP, not an empty one', () => {
    const text = paymentQr({ ...ORDER, payeeInn: '500100732259', payeeKpp: null });
    expect(text).toContain('|PayeeINN=500100732259|Sum=');
  });

  it.each([
    ['a short account', { account: '4070281020000000000' }],
    ['a BIK with letters', { bik: '04452522A' }],
    ['rubles with a fraction', { sumKopecks: 1.5 }],
    ['nothing to pay', { sumKopecks: 0 }],
    ['a nameless payee', { payeeName: ' \n' }],
  ])('%s gives no code rather than a wrong one', (_fear, change) => {
    expect(() => paymentQr({ ...ORDER, ...change })).toThrow(RangeError);
  });
});
