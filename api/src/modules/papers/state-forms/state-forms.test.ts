import { describe, expect, test } from 'vitest';
import { FORM_DAY, SKIPPED_WITHOUT_SCHEMAS, STATE_SCHEMAS } from '../../../testing/state-schemas.ts';
import { checkStateXml } from './check-state-xml.ts';
import { fileId } from './file-id.ts';
import { getStateForm } from './state-form.ts';
import { hundredths, stateDay, stateXml, xmlText } from './state-xml.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';

describe('the State’s XML', () => {
  test('the State’s XML is in windows-1251, and other characters are references', () => {
    const bytes = stateXml({ Файл: { '@Имя': '«Путь» № 5 — ё ⛽😀 "&<', Строка: ['один', 'два'] } });
    const text = fromWindows1251(bytes);
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="windows-1251"\?>/);
    expect(text).toContain('Имя="«Путь» № 5 — ё &#9981;&#128512; &quot;&amp;&lt;"');
    expect(text.match(/<Строка>/g)).toHaveLength(2);
    expect(bytes.includes(Buffer.from([0xd4, 0xe0, 0xe9, 0xeb]))).toBe(true);
  });

  test('the State’s XML leaves out what is undefined', () => {
    const text = fromWindows1251(stateXml({ Файл: { '@Есть': '1', '@Нет': undefined, Нет: undefined } }));
    expect(text).toContain('<Файл Есть="1"/>');
  });
});

test('a text is cut by characters, on one line, without what XML cannot say', () => {
  expect(xmlText('  а\u0000\u001b\n\tб\ud800 ', 10)).toBe('а б');
  expect(xmlText('😀😀😀', 2)).toBe('😀…');
  expect(xmlText(' \n ', 5)).toBeUndefined();
});

test.each([
  [5, '0.05'],
  [-123_456, '-1234.56'],
  [0, '0.00'],
])('%i hundredths are written %s', (value, written) => expect(hundredths(value)).toBe(written));

test('text that looks like an entity stays text, in an attribute and in an element', () => {
  const xml = stateXml({ Файл: { '@Имя': '&A; & &amp; &#65;', Текст: { '#': '&A; & <' } } }).toString(
    'latin1',
  );
  expect(xml).toContain('="&amp;A; &amp; &amp;amp; &amp;#65;"');
  expect(xml).toContain('>&amp;A; &amp; &lt;<');
});

test('a file is named by form, parties, day and itself, and made again has that name', () => {
  const parts = {
    form: { prefix: 'ON_NSCHFDOPPR', flags: '_0_0_0_0_0_00' },
    buyer: { inn: '5047123455', kpp: '504701001' },
    seller: { inn: '500100732259', kpp: null, edmId: '2BM-500100732259' },
    dateIso: '2026-10-31',
    about: 'document 7',
  };
  expect(fileId(parts)).toMatch(
    /^ON_NSCHFDOPPR_5047123455-504701001_2BM-500100732259_20261031_[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}_0_0_0_0_0_00$/,
  );
  expect(fileId(parts)).toBe(fileId({ ...parts }));
  expect(fileId(parts)).not.toBe(fileId({ ...parts, about: 'document 8' }));
  expect(stateDay(parts.dateIso)).toBe('31.10.2026');
});

describe('the check', () => {
  const wrong = stateXml({ Файл: { '@ВерсФорм': '5.03', '@ВерсПрог': 'x', Документ: { '@КНД': '1' } } });

  test('the check names the faults of a file by our own rules', async () => {
    const problems = await checkStateXml({ stateSchemas: null }, getStateForm('upd', FORM_DAY), wrong);
    expect(problems.join('\n')).toMatch(/Файл.*ИдФайл/);
    expect(problems.join('\n')).toMatch(/СвСчФакт/);
  });

  test('the check reports what is no XML', async () => {
    const check = checkStateXml({ stateSchemas: null }, getStateForm('upd', FORM_DAY), Buffer.from('<Файл'));
    expect(await check).toHaveLength(1);
  });

  test.skipIf(STATE_SCHEMAS === null)(
    `asks the State’s schema too where its folder is set${SKIPPED_WITHOUT_SCHEMAS}`,
    async () => {
      const [own, both] = await Promise.all([
        checkStateXml({ stateSchemas: null }, getStateForm('upd', FORM_DAY), wrong),
        checkStateXml({ stateSchemas: STATE_SCHEMAS }, getStateForm('upd', FORM_DAY), wrong),
      ]);
      expect(both.length).toBeGreaterThan(own.length);
    },
  );
});
