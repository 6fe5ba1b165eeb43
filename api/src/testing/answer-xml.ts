import { stateXml } from '../modules/papers/state-forms/state-xml.ts';

export interface AnsweredDocument {
  title: string;
  number: string;
  debit?: string;
  credit?: string;
  difference: string;
  note?: string;
}

/** The buyer's title КНД 1110333 to an act of reconciliation, as an accounting program writes it. */
export function answerXml(
  answers: string,
  documents: readonly AnsweredDocument[],
  { sign = '2' }: { sign?: string } = {},
): Buffer {
  return stateXml({
    Файл: {
      '@ИдФайл': `ON_AKTSVERPOL_7712345671_5047123455_20261005_${'0'.repeat(8)}`,
      '@ВерсФорм': '5.01',
      '@ВерсПрог': '1С:Бухгалтерия',
      '@ПризнРазн': sign,
      Документ: {
        '@КНД': '1110333',
        '@ДатаИнфПол': '05.10.2026',
        '@ВрИнфПол': '12:00:00',
        ИдИнфОтпр: {
          '@ИдФайлИнфОтпр': answers,
          '@ДатФайлИнфОтпр': '01.10.2026',
          '@ВрФайлИнфОтпр': '12:00:00',
          ЭП: 'c2lnbmF0dXJl',
        },
        ТаблАкт:
          documents.length > 0 ? { ДогСв: { '@НомДог': '1', ДокСв: documents.map(written) } } : undefined,
        Подписант: { ФИО: { '@Фамилия': 'Щукина', '@Имя': 'Ольга' } },
      },
    },
  });
}

function written({ title, number, debit, credit, difference, note }: AnsweredDocument, index: number) {
  return {
    '@НаимДок': title,
    '@НомДок': number,
    '@ДатаДок': '30.09.2026',
    '@ИтогоРасх': difference,
    '@ДопИнф': note,
    СвОпер: {
      '@НомСтр': String(index + 1),
      '@ДатаОпер': '30.09.2026',
      '@НаимОпер': 'Поступление',
      '@СумДебет': debit,
      '@СумКредит': credit,
    },
  };
}
