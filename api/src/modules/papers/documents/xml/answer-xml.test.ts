import { expect, test } from 'vitest';
import { measureProcessorMs } from '../../../../testing/processor-time.ts';
import { readAnswerXml } from './answer-xml.ts';

function title(acceptance: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Файл ИдФайл="ON_NSCHFDOPPOK_1"><Документ>${acceptance}</Документ></Файл>`,
  );
}

test.each([
  ['<СвПрин СодОпер="принял без претензий"/>', false, 'УПД подписан без разногласий. принял без претензий'],
  ['<СвПрин СодОпер="Товары приняты без расхождений"/>', false, undefined],
  ['<СвПрин/>', false, 'УПД подписан без разногласий.'],
  ['<СвПрин СодОпер="Товары не приняты"/>', true, 'Товары по УПД не приняты. Товары не приняты'],
  ['<СвПрин СодОпер="Принято, недостача 5 л"/>', true, undefined],
  ['<СвПрин СодОпер="Принято с расхождениями"/>', true, undefined],
  ['<СвПрин СодОпер="Принято частично"/>', true, undefined],
  ['<СвПрин СодОпер="Принято 5 л из 10"/>', true, undefined],
  ['<СвПрин СодОпер="Принято без счёта-фактуры"/>', true, undefined],
  ['<СвПрин СодОпер="Услуги оказаны в полном объёме, претензий не имею"/>', false, undefined],
  ['<СвПрин КодИтога="2" СодОпер="мало"/>', true, undefined],
  ['<СвПрин СодОпер="Не хватает 5 л"/>', true, 'УПД подписан с разногласиями. Не хватает 5 л'],
  ['<СвПрин><КодСодОпер КодИтога="1"/></СвПрин>', false, 'УПД подписан без разногласий.'],
  ['<СвПрин СодОпер="мало"><КодСодОпер КодИтога="2"/></СвПрин>', true, 'УПД подписан с разногласиями. мало'],
  ['<СвПрин><КодСодОпер КодИтога="3"/></СвПрин>', true, 'Товары по УПД не приняты.'],
])('a buyer’s title with %s disagrees: %s', (acceptance, disagrees, comment) => {
  const answer = readAnswerXml(title(acceptance));
  expect(answer.disagrees).toBe(disagrees);
  if (comment !== undefined) expect(answer.comment).toBe(comment);
});

test('text made to keep the parser busy is read at once', async () => {
  const text = `${'услугтоварправ'.repeat(20_000)} ${'услуг '.repeat(20_000)}`;
  const took = await measureProcessorMs(() =>
    expect(readAnswerXml(title(`<СвПрин СодОпер="${text}"/>`)).disagrees).toBe(true),
  );
  expect(took).toBeLessThan(2000);
});
