import { describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { readConfig } from '../../../config/config.ts';
import { contactsOfFile } from '../../programme/contacts/contacts.ts';
import { composeEmail } from './email-writing.ts';
import { isOptional, type EmailFacts, type EmailKind } from './email.ts';
import { EMAIL_TEXTS } from './email-texts.ts';

const NO_CHANGES = { accounts: () => [], reread: async () => undefined };
const config = readConfig({ PUBLIC_URL: 'https://cards.example.ru' });

function renderTestEmail<Kind extends EmailKind>(kind: Kind, facts: EmailFacts[Kind]) {
  const createdAt = new Date('2026-09-15T09:00:00Z');
  const contacts = contactsOfFile(config.operator);
  return composeEmail(
    { config, programme: { ...NO_CHANGES, on: () => config.operator, today: () => config.operator } },
    contacts,
    { id: 7, kind, facts, address: 'ivan@example.ru', createdAt, linkCompanyId: null },
    'TOKEN',
  );
}

const NOTICE = {
  title: 'Счёт пополнен на 100,00 ₽',
  paragraphs: ['Деньги зачислены'],
  action: { label: 'Открыть выписку', path: '/cabinet/statement' },
};

const EVERY: { [Kind in EmailKind]: EmailFacts[Kind] } = {
  'confirm-address': {},
  'cards-ready': { orderId: 12, cards: 3 },
  'order-rejected': { orderId: 12, reason: 'Нет <b>договора</b> & "печати"' },
  'order-withdrawn': { orderId: 12, reason: 'Компания отказалась' },
  'authority-decided': { reason: 'Нет печати' },
  'erasure-declined': { reason: 'Идёт проверка' },
  'month-documents': { month: '2026-10' },
  security: {
    who: 'Анна',
    event: 'new-device',
    device: 'Chrome на Windows',
    network: '203.0.113.0/24',
    at: '2026-09-15T09:00:00Z',
  },
  'order-approved': NOTICE,
  'topped-up': NOTICE,
  'cards-sent': NOTICE,
  'balance-corrected': NOTICE,
  'low-balance': NOTICE,
  debt: NOTICE,
  'company-blocked': NOTICE,
  'payment-due': NOTICE,
  'debt-reminder': NOTICE,
  'movement-failed': NOTICE,
  'movement-unclear': NOTICE,
  'card-blocked': NOTICE,
  purchase: NOTICE,
  decline: NOTICE,
  'exception-asked': NOTICE,
  'month-complete': NOTICE,
  'objection-answered': NOTICE,
  'dispute-answered': NOTICE,
  'webhook-stopped': NOTICE,
  signals: NOTICE,
  'mailing-stopped': NOTICE,
  'staff-urgent': NOTICE,
  'staff-waits': NOTICE,
  'notices-gathered': NOTICE,
};

describe.each(Object.keys(EMAIL_TEXTS) as EmailKind[])('the email %s', (kind) => {
  const email = renderTestEmail(kind, EVERY[kind] as never);

  test('the email has one content in plain text and HTML, with the portal’s address', () => {
    const url = /https:\/\/cards\.example\.ru\/\S+/.exec(email.plain)?.[0];
    expect(email.html).toContain(`href="${url?.replaceAll('&', '&amp;')}"`);
    for (const address of email.html.match(/(?:href|src)="([^"]*)"/g) ?? [])
      expect(address).toMatch(/^href="https:\/\/cards\.example\.ru/);
    expect(email.plain).not.toMatch(/undefined|null/);
  });

  test('the email loads nothing and runs nothing', () => {
    expect(email.html).not.toMatch(/<(script|img|link|iframe)|url\(|@import|@font-face|\son\w+=/i);
  });

  test('the email is light or dark, as the device is', () => {
    expect(email.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(email.html).toContain('<meta name="supported-color-schemes" content="light dark">');
    const [sheet = ''] = /@media \(prefers-color-scheme:dark\)[^]*(?=<\/style>)/.exec(email.html) ?? [];
    const [, body = ''] = email.html.split('<body');
    const classes = [...body.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
    for (const name of classes) expect(sheet).toContain(`.${name}{`);
  });

  test('an email shows its first sentences in a list of emails, before anything else', () => {
    const [, hidden = '', rest = ''] =
      /<body[^>]*>\s*<div style="display:none[^"]*">([^<]+)<\/div>([^]*)/.exec(email.html) ?? [];
    expect(hidden.length).toBeGreaterThan(10);
    expect(rest).toContain('<h1');
  });

  test('an email ends with its sender: the legal entity, its INN and address', () => {
    for (const text of [email.plain, email.html]) {
      const foot = text.slice(text.indexOf('топливные карты'));
      expect(foot).toContain('ООО «Магистраль», ИНН\u00a07712345671');
      expect(foot).toContain('125009, г. Москва, ул. Тверская, д. 7, офис 12');
    }
  });

  test('the email has one subject of one line', () => {
    expect(email.subject).toMatch(/^[^\r\n]{5,78}$/);
  });
});

describe('contents of an email', () => {
  test.each([
    [1, 'выпущена 1\u00a0карта. Она уже'],
    [3, 'выпущено 3\u00a0карты. Они уже'],
    [11, 'выпущено 11\u00a0карт. Они уже'],
    [21, 'выпущена 21\u00a0карта. Они уже'],
  ])('the email of %i cards that are ready', (cards, text) => {
    expect(renderTestEmail('cards-ready', { orderId: 1, cards }).plain).toContain(text);
  });

  test('the email of a rejected order has the staff’s reason, which can’t become HTML', () => {
    const { plain, html } = renderTestEmail('order-rejected', EVERY['order-rejected']);
    expect(plain).toContain('Причина: Нет <b>договора</b> & "печати"');
    expect(html).toContain('Причина: Нет &lt;b&gt;договора&lt;/b&gt; &amp; &quot;печати&quot;');
  });

  test('the email of a month names it in Russian', () => {
    expect(renderTestEmail('month-documents', { month: '2026-10' }).subject).toBe(
      'Документы за октябрь 2026 года готовы',
    );
  });

  test('the email of one document names its network and sum, and leads to it', () => {
    const facts = {
      month: '2026-08',
      title: 'УПД № 5',
      documentId: 41,
      partner: 'РН-Карт',
      totalKopecks: kopecks(12_345_60),
    };
    for (const corrects of [false, true]) {
      const { plain } = renderTestEmail('month-documents', { ...facts, corrects });
      expect(plain).toContain('за август 2026 года: «УПД № 5», РН-Карт, на 12\u00a0345,60\u00a0₽ с НДС.');
      expect(plain).toContain('\nhttps://cards.example.ru/cabinet/documents?year=2026&document=41\n');
    }
    // This email was written before emails had more data.
    const { plain } = renderTestEmail('month-documents', { month: '2026-08', title: 'УПД № 5' });
    expect(plain).toContain('за август 2026 года: «УПД № 5». Проверьте');
    expect(plain).toContain('/cabinet/documents?year=2026&month=2026-08\n');
  });

  test('only an email that is not necessary says how to unsubscribe', () => {
    const url = 'https://cards.example.ru/unsubscribe?token=TOKEN';
    for (const kind of Object.keys(EMAIL_TEXTS) as EmailKind[]) {
      const { unsubscribeUrl, plain, html } = renderTestEmail(kind, EVERY[kind] as never);
      const may = isOptional(kind);
      expect(unsubscribeUrl).toBe(may ? url : null);
      expect([plain.includes(url), html.includes(url)]).toEqual([may, may]);
    }
  });
});
