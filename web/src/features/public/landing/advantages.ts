import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';

/** The VAT rate on the landing page (spec section 1); documents use the rate of their date. */
export const VAT_PERCENT = 20;

export type Advantage = { title: string; meaning: string };

/** A block of the page: what a carrier gets, in their words, with the advantages of the specification beneath it. */
export type Block = {
  picture: 'filling' | 'route' | 'papers';
  title: string;
  text: string;
  advantages: readonly Advantage[];
};

/** Spec section 1, "Advantages": all seven, each with what it means for a carrier. */
export const BLOCKS: readonly Block[] = [
  {
    picture: 'filling',
    title: 'Видно, куда уходит топливо',
    text: 'Портал сверяет каждую заправку с баком, местом и привычками машины. Странную вы увидите в тот же день.',
    advantages: [
      {
        title: 'Контроль расхода',
        meaning: 'Каждая заправка видна: где, когда, сколько литров и по какой цене.',
      },
      { title: 'Лимиты', meaning: 'На сутки или на месяц, в рублях или в литрах, по видам топлива.' },
      {
        title: 'Блокировка карты онлайн',
        meaning: 'Карта потерялась — заблокируйте её сами, звонить не нужно.',
      },
    ],
  },
  {
    picture: 'route',
    title: 'Дешевле по дороге',
    text: 'План заправок считает, где на маршруте залить полный бак, а где только доехать до станции дешевле.',
    advantages: [
      { title: 'Качественное топливо', meaning: 'Заправляетесь на станциях самих сетей и их партнёров.' },
      {
        title: 'Распределение денег между картами',
        meaning: 'Деньги лежат на общем счёте, вы переводите их на ту карту, которой они нужны.',
      },
    ],
  },
  {
    picture: 'papers',
    title: 'Бухгалтерии ничего не вводить',
    text: '1С сама забирает заправки, УПД приходит через ЭДО.',
    advantages: [
      {
        title: `Возврат НДС ${VAT_PERCENT}\u00a0%`,
        meaning: 'Закрывающие документы каждый месяц, на бумаге или через электронный документооборот.',
      },
      {
        title: 'Управление счётом онлайн',
        meaning: 'Остатки, карты и счета на оплату — в личном кабинете, с телефона и компьютера.',
      },
    ],
  },
];

export const ROAD_TO_CARD: readonly Advantage[] = [
  {
    title: 'Быть юридическим лицом или ИП',
    meaning: 'Компанию найдём по ИНН, заполнять реквизиты не придётся.',
  },
  {
    title: 'Присоединиться к договору топливной программы',
    meaning: 'Подпись — код из СМС, офис для этого не нужен.',
  },
  { title: 'Указать адрес доставки карт', meaning: 'По умолчанию это адрес компании из реестра.' },
  {
    title: 'Активировать карту в личном кабинете',
    meaning: 'Пополните счёт, переведите деньги на карту и поезжайте.',
  },
];

export const QUESTIONS: readonly { question: string; answer: readonly string[] }[] = [
  {
    question: 'Что такое топливная карта?',
    answer: [
      'Это карта, которой водитель платит за топливо на заправке вместо наличных. Деньги на ней принадлежат компании, а что и на какую сумму можно купить, решаете вы: в личном кабинете задаются лимиты и виды топлива.',
    ],
  },
  {
    question: 'Где её принимают?',
    answer: [
      'Карта каждой сети работает на станциях этой сети и её партнёров.',
      PROGRAMME_MARKS.stationsWhere,
    ],
  },
  {
    question: 'Карта пришла. Можно заправляться?',
    answer: [
      'Карты приходят с нулевым балансом. Сначала пополните счёт компании, потом в личном кабинете переведите деньги со счёта на карту.',
    ],
  },
  {
    question: 'Как пополнить счёт?',
    answer: [
      'Выставьте счёт на нужную сумму в личном кабинете и оплатите его из банка. Когда деньги придут, они появятся в нераспределённых средствах.',
    ],
  },
];
